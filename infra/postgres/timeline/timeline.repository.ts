import type { Insertable } from "kysely";
import { compileOnce } from "../compile-once.ts";
import type { OrganizationTransaction } from "../database.ts";
import { sendAtCommit } from "../send-together.ts";
import type { Tables } from "../tables.ts";
import type { TimelineKind } from "../../../domain/timeline/timeline-kinds.ts";
import type { Blocked } from "../../../domain/timeline/present-event.ts";

export interface TimelineEntry {
  organizationId: number;
  kind: TimelineKind;
  /** `user:7`, `api_key:12`, `agent:3`, `assistant` or `system`. */
  actor: string;
  /** One sentence for people. No secrets, no whole phone numbers. */
  summary: string;
  payload?: object;
  agentId?: number | null;
  runId?: number | null;
  /** The channel; default: the agent's present one. */
  channelId?: number | null;
  campaignId?: number | null;
  threadId?: string | null;
  isDeliverable?: boolean;
  /** A message to or from the built-in assistant. */
  assistant?: boolean;
  blocked?: Blocked;
}

/** Writes to the feed with the commit: for a change whose event nothing asks for in its own transaction. */
export const recordTimelineAtCommit = (tx: OrganizationTransaction, entry: TimelineEntry): void =>
  sendAtCommit(tx, (tx) => recordTimeline(tx, entry));

/**
 * Writes to the feed in the transaction of the change; returns the event's id. A trigger of the table queues the
 * webhooks in the same statement (migration 0018).
 */
export const recordTimeline = async (tx: OrganizationTransaction, entry: TimelineEntry): Promise<number> => {
  const { channelId, agentId = null } = entry;
  const isAgents = channelId === undefined && agentId !== null;
  const insert = isAgents ? insertInChannelOfAgent : insertInChannel;
  const [inserted] = await insert(tx, [
    entry.organizationId,
    entry.kind,
    entry.actor,
    entry.summary,
    entry.payload ?? {},
    agentId,
    entry.runId ?? null,
    isAgents ? agentId : (channelId ?? null),
    entry.campaignId ?? null,
    entry.threadId ?? null,
    entry.isDeliverable ?? false,
    entry.assistant ?? false,
    entry.blocked ?? null,
  ]);
  if (!inserted) throw new Error("the event was not written");
  return inserted.id;
};

/** The parameters are those of `recordTimeline`, in its order. */
const PARAMETERS = {
  organization_id: 0,
  kind: "system",
  actor: "",
  summary: "",
  payload: {},
  agent_id: null,
  run_id: null,
  folder_id: null,
  campaign_id: null,
  thread_id: null,
  is_deliverable: false,
  assistant: false,
  blocked: null,
} satisfies Insertable<Tables["timeline_events"]>;

const insertInChannel = compileOnce((tx) =>
  tx.insertInto("timeline_events").values(PARAMETERS).returning("id").compile(),
);

/** A statement of its own: PostgreSQL would plan one that can do both anew each time. */
const insertInChannelOfAgent = compileOnce((tx) =>
  tx
    .insertInto("timeline_events")
    .values(({ selectFrom }) => ({
      ...PARAMETERS,
      folder_id: selectFrom("agents").select("folder_id").where("id", "=", 0),
    }))
    .returning("id")
    .compile(),
);

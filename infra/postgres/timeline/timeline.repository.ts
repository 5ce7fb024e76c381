import type { Insertable } from "kysely";
import type { Blocked } from "../../../domain/timeline/present-event.ts";
import { isDeliverable, type TimelineKind } from "../../../domain/timeline/timeline-kinds.ts";
import { compileOnce } from "../compile-once.ts";
import type { OrganizationTransaction } from "../database.ts";
import { sendAtCommit } from "../send-together.ts";
import type { Tables } from "../tables.ts";

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
  const { channelId, agentId } = entry;
  const columns = columnsOf(entry);
  const [inserted] =
    channelId === undefined && agentId
      ? await insertInChannelOfAgent(tx, Object.values({ ...columns, folder_id: agentId }))
      : await insertInChannel(tx, Object.values(columns));
  if (!inserted) throw new Error("the event was not written");
  return inserted.id;
};

const columnsOf = (entry: TimelineEntry): Insertable<Tables["timeline_events"]> => ({
  organization_id: entry.organizationId,
  kind: entry.kind,
  actor: entry.actor,
  summary: entry.summary,
  payload: entry.payload ?? {},
  agent_id: entry.agentId ?? null,
  run_id: entry.runId ?? null,
  folder_id: entry.channelId ?? null,
  campaign_id: entry.campaignId ?? null,
  thread_id: entry.threadId ?? null,
  is_deliverable: isDeliverable(entry.kind),
  assistant: entry.assistant ?? false,
  blocked: entry.blocked ?? null,
});

/** Its columns stand in the order of every other entry's. */
const ANY_COLUMNS = columnsOf({ organizationId: 0, kind: "system", actor: "", summary: "" });

const insertInChannel = compileOnce((tx) =>
  tx.insertInto("timeline_events").values(ANY_COLUMNS).returning("id").compile(),
);

/**
 * The agent's id is the parameter in the channel's place. It is a statement of its own, because PostgreSQL would plan one that
 * can do both anew each time.
 */
const insertInChannelOfAgent = compileOnce((tx) =>
  tx
    .insertInto("timeline_events")
    .values(({ selectFrom }) => ({
      ...ANY_COLUMNS,
      folder_id: selectFrom("agents").select("folder_id").where("id", "=", 0),
    }))
    .returning("id")
    .compile(),
);

import type { OrganizationTransaction } from "../database.ts";
import { sendAtCommit } from "../send-together.ts";
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
  const { id } = await tx
    .insertInto("timeline_events")
    .values(({ selectFrom }) => ({
      organization_id: entry.organizationId,
      kind: entry.kind,
      actor: entry.actor,
      summary: entry.summary,
      payload: entry.payload ?? {},
      agent_id: entry.agentId ?? null,
      run_id: entry.runId ?? null,
      folder_id:
        entry.channelId === undefined && entry.agentId
          ? selectFrom("agents").select("folder_id").where("id", "=", entry.agentId)
          : (entry.channelId ?? null),
      campaign_id: entry.campaignId ?? null,
      thread_id: entry.threadId ?? null,
      is_deliverable: entry.isDeliverable ?? false,
      assistant: entry.assistant ?? false,
      blocked: entry.blocked ?? null,
    }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};

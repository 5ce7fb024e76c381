import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";
import type { TimelineKind } from "./timeline-kinds.ts";
import type { Blocked } from "./timeline.table.ts";

export interface TimelineEntry {
  organizationId: number;
  kind: TimelineKind;
  /** `user:7`, `api_key:12`, `agent:3` or `system`. */
  actor: string;
  /** One sentence for people. No secrets, no whole phone numbers. */
  summary: string;
  payload?: object;
  agentId?: number | null;
  runId?: number | null;
  /** The channel; when left out, the one that the agent is in now. */
  folderId?: number | null;
  campaignId?: number | null;
  threadId?: string | null;
  isDeliverable?: boolean;
  /** Said to, or by, the built-in assistant. */
  assistant?: boolean;
  blocked?: Blocked;
}

/**
 * Writes to the feed in the transaction of the change it tells of, and for each webhook that wants to hear of it what is
 * to be delivered; gives the event's id. All of it is one statement: without a webhook it costs one look into its index.
 */
export const recordTimeline = async (tx: OrganizationTransaction, entry: TimelineEntry): Promise<number> => {
  const { id } = await tx
    .with("event", (db) => db.insertInto("timeline_events").values(rowOf(entry)).returning(["id", "organization_id"]))
    .with("delivery", (db) =>
      db
        .insertInto("webhook_deliveries")
        .columns(["organization_id", "endpoint_id", "event_type", "timeline_event_id"])
        .expression(
          db
            .selectFrom("event")
            .innerJoin("webhook_endpoints as endpoint", "endpoint.organization_id", "event.organization_id")
            .select(({ val }) => [
              "event.organization_id",
              "endpoint.id",
              val(entry.kind).as("event_type"),
              "event.id as event_id",
            ])
            .where("endpoint.is_active", "=", true)
            .where(sql<boolean>`(endpoint.events = '{}' or ${entry.kind} = any(endpoint.events))`),
        ),
    )
    .selectFrom("event")
    .select("event.id")
    .executeTakeFirstOrThrow();
  return id;
};

const rowOf = (entry: TimelineEntry) => ({
  organization_id: entry.organizationId,
  kind: entry.kind,
  actor: entry.actor,
  summary: entry.summary,
  payload: entry.payload ?? {},
  agent_id: entry.agentId ?? null,
  run_id: entry.runId ?? null,
  folder_id:
    entry.folderId === undefined && entry.agentId
      ? sql<number | null>`(select folder_id from agents where id = ${entry.agentId})`
      : (entry.folderId ?? null),
  campaign_id: entry.campaignId ?? null,
  thread_id: entry.threadId ?? null,
  is_deliverable: entry.isDeliverable ?? false,
  assistant: entry.assistant ?? false,
  blocked: entry.blocked ?? null,
});

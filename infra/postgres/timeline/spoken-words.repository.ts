import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";
import type { TimelineEvent } from "./timeline-event.entity.ts";

export interface WordsFilter {
  agentId?: number | undefined;
  runId?: number | undefined;
  channelId?: number | undefined;
}

/** An event with its position in the feed, which is finer than the displayed milliseconds. */
export interface LocatedEvent {
  event: TimelineEvent;
  atMicros: number;
}

const atMicros = sql<number>`(extract(epoch from e.at) * 1000000)::bigint`;

/**
 * Reads what was said in calls and sessions, each sentence as a `message` event. Its id is negative, so that it differs
 * from every event's. A run whose words have events of their own is left out.
 */
export const readSpokenWords = async (
  tx: OrganizationTransaction,
  { agentId, runId, channelId }: WordsFilter,
  { descending, limit, after }: { descending: boolean; limit: number; after?: WordsCursor | undefined },
): Promise<LocatedEvent[]> => {
  const direction = descending ? "desc" : "asc";
  let query = tx
    .selectFrom("conversation_entries as e")
    .innerJoin("call_runs as r", "r.id", "e.run_id")
    .innerJoin("agents as a", "a.id", "r.agent_id")
    .select(["e.id", "e.organization_id", "e.at", "e.run_id", "e.speaker", "e.text", "e.heard", "e.turn"])
    .select(["r.agent_id", "r.campaign_id", "a.folder_id", atMicros.as("at_micros")])
    .where("e.speaker", "in", ["agent", "person"])
    .where("e.discarded_at", "is", null)
    .where(sql<boolean>`e.heard is distinct from ''`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("timeline_events as t")
            .select("t.id")
            .where("t.kind", "=", "message")
            .whereRef("t.run_id", "=", "e.run_id"),
        ),
      ),
    )
    .orderBy("e.at", direction)
    .orderBy("e.id", direction)
    .limit(limit);
  if (agentId !== undefined) query = query.where("r.agent_id", "=", agentId);
  if (runId !== undefined) query = query.where("e.run_id", "=", runId);
  if (channelId !== undefined) query = query.where("a.folder_id", "=", channelId);
  if (after) {
    const behind = sql.raw(descending ? "<" : ">");
    query = query.where(sql<boolean>`(e.at, e.id) ${behind} (${after.at}::timestamptz, ${after.entryId}::bigint)`);
  }
  const rows = await query.execute();
  return rows.map((row) => ({ event: eventOf(row), atMicros: row.at_micros }));
};

/** The page continues after this entry of this instant (ISO 8601, with microseconds). */
export interface WordsCursor {
  at: string;
  entryId: number;
}

interface SpokenRow {
  id: number;
  organization_id: number;
  at: Date;
  run_id: number;
  speaker: string;
  text: string;
  heard: string | null;
  turn: number;
  agent_id: number;
  campaign_id: number | null;
  folder_id: number | null;
}

const eventOf = (row: SpokenRow): TimelineEvent => ({
  id: -row.id,
  organization_id: row.organization_id,
  at: row.at,
  kind: "message",
  actor: row.speaker === "agent" ? `agent:${row.agent_id}` : "person",
  summary: row.heard ?? row.text,
  payload: { speaker: row.speaker, turn: row.turn, ...(row.heard !== null && { cut_off: true }) },
  is_deliverable: false,
  assistant: false,
  thread_id: null,
  agent_id: row.agent_id,
  run_id: row.run_id,
  folder_id: row.folder_id,
  campaign_id: row.campaign_id,
  credits: 0,
  included: null,
  blocked: null,
});

/** Returns the exact time of a sentence; undefined when it was deleted. */
export const readInstantOfWords = async (tx: OrganizationTransaction, entryId: number): Promise<string | undefined> => {
  const row = await tx
    .selectFrom("conversation_entries as e")
    .select(sql<string>`to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as("at"))
    .where("e.id", "=", entryId)
    .executeTakeFirst();
  return row?.at;
};

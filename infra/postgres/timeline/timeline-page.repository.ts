import type { ExpressionBuilder } from "kysely";
import type { OrganizationTransaction } from "../database.ts";
import type { Tables } from "../tables.ts";
import type { TimelineKind } from "../../../domain/timeline/timeline-kinds.ts";
import type { TimelineEvent } from "./timeline-event.entity.ts";

export interface TimelineFilter {
  agentId?: number | undefined;
  runId?: number | undefined;
  folderId?: number | undefined;
  threadId?: string | undefined;
  kinds?: readonly TimelineKind[] | undefined;
  assistantOnly: boolean;
  deliverablesOnly: boolean;
  /** Whether what was said in calls is there too. */
  withTranscripts: boolean;
}

export interface TimelinePage {
  order: "newest_first" | "oldest_first";
  limit: number;
  /** The page goes on behind this event; without an id, behind every event of that instant. */
  after?: { at: Date; id?: number | undefined } | undefined;
}

/** One page of the feed, and whether there is more behind it. */
export const readTimelinePage = async (
  tx: OrganizationTransaction,
  filter: TimelineFilter,
  { order, limit, after }: TimelinePage,
): Promise<{ events: TimelineEvent[]; hasMore: boolean }> => {
  const direction = order === "newest_first" ? "desc" : "asc";
  const rows = await tx
    .selectFrom("timeline_events")
    .selectAll()
    .where((event) => event.and([...filterConditions(event, filter), ...cursorConditions(event, { order, after })]))
    .orderBy("at", direction)
    .orderBy("id", direction)
    .limit(limit + 1)
    .execute();
  return { events: rows.slice(0, limit), hasMore: rows.length > limit };
};

type Events = ExpressionBuilder<Tables, "timeline_events">;

const filterConditions = (event: Events, filter: TimelineFilter) => [
  ...(filter.agentId === undefined ? [] : [event("agent_id", "=", filter.agentId)]),
  ...(filter.runId === undefined ? [] : [event("run_id", "=", filter.runId)]),
  ...(filter.folderId === undefined ? [] : [event("folder_id", "=", filter.folderId)]),
  ...(filter.threadId === undefined ? [] : [event("thread_id", "=", filter.threadId)]),
  ...(filter.kinds === undefined ? [] : [event("kind", "in", filter.kinds)]),
  ...(filter.assistantOnly ? [event("assistant", "=", true)] : []),
  ...(filter.deliverablesOnly ? [event("is_deliverable", "=", true)] : []),
  ...(filter.withTranscripts
    ? []
    : [event.or([event("run_id", "is", null), event("kind", "not in", ["message", "draft"])])]),
];

const cursorConditions = (event: Events, { order, after }: Pick<TimelinePage, "order" | "after">) => {
  if (!after) return [];
  const behind = order === "newest_first" ? "<" : ">";
  if (after.id === undefined) return [event("at", behind, after.at)];
  return [event(event.refTuple("at", "id"), behind, event.tuple(after.at, after.id))];
};

import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";
import type { TimelineEvent } from "./timeline-event.entity.ts";
import { buildFilterConditions, type TimelineFilter } from "./timeline-page.repository.ts";

export type NewsFilter = Omit<TimelineFilter, "withTranscripts">;

/** An event has the time of its transaction's beginning; after this long every transaction has ended. */
export const NEWS_WITHIN_SECONDS = 60;
/** Events with an earlier time than the last one seen may be committed after it. */
const OVERLAP_SECONDS = 5;

/** Reads the events of the last minute that are not among the known ones, in the order of their ids. */
export const readTimelineNews = (
  tx: OrganizationTransaction,
  filter: NewsFilter,
  { known, limit }: { known: readonly number[]; limit: number },
): Promise<TimelineEvent[]> =>
  tx
    .selectFrom("timeline_events")
    .selectAll()
    .where((event) => event.and(buildFilterConditions(event, filter)))
    .where(sql<boolean>`at > clock_timestamp() - make_interval(secs => ${NEWS_WITHIN_SECONDS})`)
    .where(sql<boolean>`id <> all(${known}::bigint[])`)
    .orderBy("id")
    .limit(limit)
    .execute();

/** Reads the events after this id, and those that may have been committed after it with a lower id. */
export const readEventsSince = (
  tx: OrganizationTransaction,
  filter: NewsFilter,
  { id, limit }: { id: number; limit: number },
): Promise<TimelineEvent[]> =>
  tx
    .selectFrom("timeline_events")
    .selectAll()
    .where((event) => event.and(buildFilterConditions(event, filter)))
    .where("id", "<>", id)
    .where((event) =>
      event.or([
        event("id", ">", id),
        event("at", ">=", ({ selectFrom }) =>
          selectFrom("timeline_events")
            .select(sql<Date>`at - make_interval(secs => ${OVERLAP_SECONDS})`.as("from"))
            .where("id", "=", id),
        ),
      ]),
    )
    .orderBy("id")
    .limit(limit)
    .execute();

/** Returns the highest id of the newest events; 0: there is none. */
export const readLatestEventId = async (tx: OrganizationTransaction, filter: NewsFilter): Promise<number> => {
  const row = await tx
    .selectFrom("timeline_events")
    .select("id")
    .where((event) => event.and(buildFilterConditions(event, filter)))
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
};

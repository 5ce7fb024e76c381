import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";
import type { TimelineEvent } from "./timeline-event.entity.ts";
import { filterConditions, type TimelineFilter } from "./timeline-page.repository.ts";

export type NewsFilter = Omit<TimelineFilter, "withTranscripts">;

/** The time of an event is that of the beginning of its transaction: so long afterwards, every transaction has ended. */
export const NEWS_WITHIN_SECONDS = 60;
/** Events of a moment before the one that was seen last may have been committed after it. */
const OVERLAP_SECONDS = 5;

/** Events of the last minute that are not among the known ones, in the order of their ids. */
export const readNews = (
  tx: OrganizationTransaction,
  filter: NewsFilter,
  { known, limit }: { known: readonly number[]; limit: number },
): Promise<TimelineEvent[]> =>
  tx
    .selectFrom("timeline_events")
    .selectAll()
    .where((event) => event.and(filterConditions(event, filter)))
    .where(sql<boolean>`at > clock_timestamp() - make_interval(secs => ${NEWS_WITHIN_SECONDS})`)
    .where(sql<boolean>`id <> all(${known}::bigint[])`)
    .orderBy("id")
    .limit(limit)
    .execute();

/** What came after the event of this id, and what may have been committed after it although it has a lower one. */
export const readEventsSince = (
  tx: OrganizationTransaction,
  filter: NewsFilter,
  { id, limit }: { id: number; limit: number },
): Promise<TimelineEvent[]> =>
  tx
    .selectFrom("timeline_events")
    .selectAll()
    .where((event) => event.and(filterConditions(event, filter)))
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

/** The highest id of the newest events; 0: there is none. */
export const readLatestEventId = async (tx: OrganizationTransaction, filter: NewsFilter): Promise<number> => {
  const row = await tx
    .selectFrom("timeline_events")
    .select("id")
    .where((event) => event.and(filterConditions(event, filter)))
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
};

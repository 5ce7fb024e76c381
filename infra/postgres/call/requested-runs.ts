import { type RawBuilder, sql } from "kysely";

/**
 * Selects, in parentheses and with all columns, the organization's calls that carriers were asked for since an instant: those
 * under way, and those that are over. By `over_at` no call was over before that; each half has an index.
 */
export const runsRequestedSince = (since: Date | RawBuilder<Date>): RawBuilder<unknown> => sql`(
  select * from call_runs where ended_at is null and carrier_requested_at >= ${since}
  union all
  select * from call_runs where over_at >= ${since} and carrier_requested_at >= ${since}
)`;

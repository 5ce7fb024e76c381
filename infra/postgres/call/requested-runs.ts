import { type RawBuilder, sql } from "kysely";
import { IS_COUNTED_SESSION } from "./session-modes.ts";

/**
 * Selects, in parentheses and with all columns, the organization's calls that carriers were asked for since an instant: those
 * under way, and those that are over. By `over_at` no call was over before that; each half has an index.
 */
export const selectRunsRequestedSince = (since: Date | RawBuilder<Date>): RawBuilder<unknown> => sql`(
  select * from call_runs where ended_at is null and carrier_requested_at >= ${since}
  union all
  select * from call_runs where over_at >= ${since} and carrier_requested_at >= ${since}
)`;

/**
 * Selects in the same way what budgets count since an instant: those calls, and conversations in text and in the browser,
 * for which no carrier is asked. One that is under way counts whenever it began, as its models go on being asked.
 */
export const runsWithCostSince = (since: Date): RawBuilder<unknown> => sql`(
  select * from call_runs where ended_at is null and (carrier_requested_at >= ${since} or ${IS_COUNTED_SESSION})
  union all
  select * from call_runs where over_at >= ${since} and (carrier_requested_at >= ${since} or ${IS_COUNTED_SESSION})
)`;

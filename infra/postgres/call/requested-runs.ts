import { type RawBuilder, sql } from "kysely";
import { SESSION_MODES } from "../../../domain/call/modes-and-channels.rules.ts";
import { CHARGED_ENVIRONMENTS } from "../../../domain/environment/sandbox.rules.ts";
import { literals } from "../literals.ts";

/** Selects among `call_runs` the sessions that count against budgets. */
const IS_COUNTED_SESSION: RawBuilder<boolean> = sql`(mode in (${literals(SESSION_MODES)})
  and environment in (${literals(CHARGED_ENVIRONMENTS)}))`;

/**
 * Selects, in parentheses and with all columns, the organization's calls that carriers were asked for since an instant: those in
 * progress, and those that are over, which `over_at` limits. Each half has an index.
 */
export const selectRunsRequestedSince = (since: Date | RawBuilder<Date>): RawBuilder<unknown> => sql`(
  select * from call_runs where ended_at is null and carrier_requested_at >= ${since}
  union all
  select * from call_runs where over_at >= ${since} and carrier_requested_at >= ${since}
)`;

/**
 * Selects in the same way the runs that budgets count since an instant: those calls, and text sessions and web calls, for which no
 * carrier is asked. One in progress counts whenever it began, because its models are still asked.
 */
export const selectRunsWithCostSince = (since: Date): RawBuilder<unknown> => sql`(
  select * from call_runs where ended_at is null and (carrier_requested_at >= ${since} or ${IS_COUNTED_SESSION})
  union all
  select * from call_runs where over_at >= ${since} and (carrier_requested_at >= ${since} or ${IS_COUNTED_SESSION})
)`;

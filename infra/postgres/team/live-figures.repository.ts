import { sql } from "kysely";
import { IS_CALL, IS_LIVE } from "../call/live-runs.ts";
import { selectRunsRequestedSince } from "../call/requested-runs.ts";
import type { OrganizationTransaction } from "../database.ts";
import { countRequests } from "../request/request-list.repository.ts";

/** The span is short enough to follow changes, and long enough to average. */
const PACE_SECONDS = 10;

export interface LiveFigures {
  asOf: Date;
  callsNow: number;
  callsPerSecond: number;
  /** One element for each carrier account that has calls or places them. */
  accounts: { id: number; callsNow: number; callsPerSecond: number }[];
  requestsOpen: number;
}

interface Row {
  account_id: number | null;
  as_of: Date;
  calls_now: number;
  asked: number;
}

/** Reads an organization's present activity; text sessions are not calls. */
export const readLiveFigures = async (tx: OrganizationTransaction): Promise<LiveFigures> => {
  const { rows } = await sql<Row>`
    with live as (
      select telephony_configuration_id as account_id, count(*)::int as calls_now from call_runs r
      where ${IS_LIVE} and ${IS_CALL} group by 1
    ), asked as (
      select telephony_configuration_id as account_id, count(*)::int as asked
      from ${selectRunsRequestedSince(sql`clock_timestamp() - make_interval(secs => ${PACE_SECONDS})`)} requested group by 1
    )
    select account_id, coalesce(calls_now, 0) as calls_now, coalesce(asked, 0) as asked, clock_timestamp() as as_of
    from live full join asked using (account_id)
    union all select null, 0, 0, clock_timestamp()
    order by account_id`.execute(tx);
  const total = (read: (row: Row) => number) => rows.reduce((sum, row) => sum + read(row), 0);
  return {
    asOf: rows[0]?.as_of ?? new Date(0),
    callsNow: total(({ calls_now }) => calls_now),
    callsPerSecond: total(({ asked }) => asked) / PACE_SECONDS,
    accounts: rows.flatMap(({ account_id: id, calls_now, asked }) =>
      id === null ? [] : [{ id, callsNow: calls_now, callsPerSecond: asked / PACE_SECONDS }],
    ),
    requestsOpen: await countRequests(tx, { state: "open" }),
  };
};

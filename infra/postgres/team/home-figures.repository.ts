import { sql } from "kysely";
import { isAnswered } from "../../../domain/call/call-outcome.rules.ts";
import { selectPeriods } from "../call/kept-totals.ts";
import { IS_CALL } from "../call/live-runs.ts";
import { isInRange, splitSpan } from "../call/range-parts.ts";
import type { OrganizationTransaction } from "../database.ts";

/** Half-open; `until` null: up to now. */
export interface HomeSpan {
  from: Date;
  until: Date | null;
}

export interface HomeFigures {
  /** Calls by phone or in a browser that were made in the span. */
  calls: number;
  /** How many of them a person answered. */
  answered: number;
  /** Incoming calls that nobody took. */
  missed: number;
  talkSeconds: number;
  /** Calls with each dialling outcome; calls in progress have none. */
  outcomes: Record<string, number>;
  /** The costs have one entry for each currency, in alphabetical order. */
  cost: { currency: string; cost_minor: number }[];
}

interface Group {
  outcome: string | null;
  currency: string | null;
  calls: number;
  seconds: number;
  cost_minor: number;
}

/**
 * Reads the figures from the stored counts, whatever the number of calls; only parts of hours at a span's ends are
 * counted call by call, for zones whose day begins within an hour of UTC. Removed calls are counted on.
 */
export const readHomeFigures = async (tx: OrganizationTransaction, span: HomeSpan): Promise<HomeFigures> => {
  const groups = await readGroups(tx, span);
  const missed = await countMissed(tx, span);
  const outcomes: Record<string, number> = {};
  const costs: Record<string, number> = {};
  for (const { outcome, currency, calls, cost_minor } of groups) {
    if (outcome !== null && calls > 0) outcomes[outcome] = (outcomes[outcome] ?? 0) + calls;
    if (currency !== null) costs[currency] = (costs[currency] ?? 0) + cost_minor;
  }
  return {
    calls: total(groups, "calls"),
    answered: total(
      groups.filter(({ outcome }) => outcome !== null && isAnswered(outcome)),
      "calls",
    ),
    missed,
    talkSeconds: total(groups, "seconds"),
    outcomes,
    cost: Object.keys(costs)
      .sort()
      .map((currency) => ({ currency, cost_minor: costs[currency] ?? 0 })),
  };
};

const total = (groups: readonly Group[], amount: "calls" | "seconds"): number =>
  groups.reduce((sum, group) => sum + group[amount], 0);

const readGroups = async (tx: OrganizationTransaction, { from, until }: HomeSpan): Promise<Group[]> => {
  const parts = splitSpan({ fromMs: from.getTime(), untilMs: until?.getTime() ?? null, isClosed: false });
  const kept = parts.whole
    ? sql`
      select outcome, currency, runs, duration_seconds, cost_minor from run_counts
      where scope = 'organization' and channel <> 'chat' and ${selectPeriods(parts)}
        and scope_id = nullif(current_setting('app.organization_id', true), '')::bigint
      union all
      select outcome, currency, runs, duration_seconds, cost_minor from run_count_changes
      where channel <> 'chat' and ${isInRange("starts_at", parts.whole)}`
    : sql`select null::text, null::text, 0::bigint, 0::bigint, 0::bigint where false`;
  const rest = parts.rest.map(
    (piece) => sql`
      union all
      select outcome, currency, 1, coalesce(duration_seconds, 0), coalesce(cost_minor, 0) from call_runs r
      where ${IS_CALL} and ${isInRange("created_at", piece)}`,
  );
  const removed = sql`
    union all
    select outcome, currency, runs, duration_seconds, cost_minor from removed_run_sums
    where channel <> 'chat' and runs > 0
      and ${isInRange("created_quarter", { fromMs: from.getTime(), untilMs: until?.getTime() ?? null })}`;
  const { rows } = await sql<Group>`
    select outcome, currency, sum(runs)::bigint as calls, sum(duration_seconds)::bigint as seconds,
      sum(cost_minor)::bigint as cost_minor
    from (${sql.join([kept, ...rest, removed], sql` `)}) groups (outcome, currency, runs, duration_seconds, cost_minor)
    group by outcome, currency`.execute(tx);
  return rows;
};

const countMissed = async (tx: OrganizationTransaction, { from, until }: HomeSpan): Promise<number> => {
  const { missed } = await tx
    .selectFrom("missed_calls")
    .select(sql<number>`count(*)`.as("missed"))
    .where(isInRange("at", { fromMs: from.getTime(), untilMs: until?.getTime() ?? null }))
    .executeTakeFirstOrThrow();
  return missed;
};

export const countRunningCampaigns = async (tx: OrganizationTransaction): Promise<number> => {
  const { campaigns } = await tx
    .selectFrom("campaigns")
    .select(sql<number>`count(*)`.as("campaigns"))
    .where("state", "=", "running")
    .executeTakeFirstOrThrow();
  return campaigns;
};

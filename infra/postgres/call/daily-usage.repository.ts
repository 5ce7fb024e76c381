import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";

/** Numbers and costs of calls, and the cost and tokens of the assistant's replies. */
export interface Usage {
  calls: number;
  duration_seconds: number;
  minutes: number;
  costs: { currency: string; cost_minor: number }[];
  tokens: { prompt: number; completion: number };
}

export interface DailyUsage {
  timezone: string;
  days: (Usage & { date: string })[];
  total: Usage;
}

interface UsedRow {
  date: string;
  currency: string | null;
  calls: number;
  seconds: number;
  cost_minor: number;
  prompt: number;
  completion: number;
}

/** Returns the usage of the last days up to `now` in the organization's zone, oldest first. */
export const readDailyUsage = async (
  tx: OrganizationTransaction,
  { days, now }: { days: number; now: Date },
): Promise<DailyUsage> => {
  const organization = await tx.selectFrom("organizations").select("timezone").executeTakeFirstOrThrow();
  const timezone = organization.timezone ?? "UTC";
  const { rows } = await sql<UsedRow>`
    with days as (
      select day::date as day from generate_series(
        (${now}::timestamptz at time zone ${timezone})::date - ${days}::integer + 1,
        (${now}::timestamptz at time zone ${timezone})::date, interval '1 day') day
    ), used as (
      select (created_at at time zone ${timezone})::date as day, currency, count(*) as calls,
        coalesce(sum(duration_seconds), 0) as seconds, coalesce(sum(cost_minor), 0) as cost_minor,
        coalesce(sum((model_usage->>'prompt_tokens')::bigint), 0) as prompt,
        coalesce(sum((model_usage->>'completion_tokens')::bigint), 0) as completion
      from call_runs
      where created_at >= (select min(day) from days)::timestamp at time zone ${timezone}
        and created_at < ((select max(day) from days) + 1)::timestamp at time zone ${timezone}
      group by 1, 2
      union all
      select (created_quarter at time zone ${timezone})::date, case when runs > 0 then currency end, runs, duration_seconds, cost_minor,
        prompt_tokens, completion_tokens
      from removed_run_sums
      where created_quarter >= (select min(day) from days)::timestamp at time zone ${timezone}
        and created_quarter < ((select max(day) from days) + 1)::timestamp at time zone ${timezone}
      union all
      select (created_at at time zone ${timezone})::date, model_usage->>'currency', 0, 0,
        coalesce(sum((model_usage->>'cost_minor')::bigint), 0),
        coalesce(sum((model_usage->>'prompt_tokens')::bigint), 0),
        coalesce(sum((model_usage->>'completion_tokens')::bigint), 0)
      from thread_replies
      where model_usage is not null
        and created_at >= (select min(day) from days)::timestamp at time zone ${timezone}
        and created_at < ((select max(day) from days) + 1)::timestamp at time zone ${timezone}
      group by 1, 2
    )
    select to_char(days.day, 'YYYY-MM-DD') as date, used.currency, coalesce(calls, 0)::bigint as calls,
      coalesce(seconds, 0)::bigint as seconds, coalesce(cost_minor, 0)::bigint as cost_minor,
      coalesce(prompt, 0)::bigint as prompt, coalesce(completion, 0)::bigint as completion
    from days left join used on used.day = days.day
    order by days.day, used.currency`.execute(tx);
  const byDay = Map.groupBy(rows, ({ date }) => date);
  return {
    timezone,
    days: [...byDay].map(([date, ofDay]) => ({ date, ...sumOf(ofDay) })),
    total: sumOf(rows),
  };
};

const sumOf = (rows: readonly UsedRow[]): Usage => {
  const sum = (amount: "calls" | "seconds" | "prompt" | "completion") =>
    rows.reduce((total, row) => total + row[amount], 0);
  const seconds = sum("seconds");
  return {
    calls: sum("calls"),
    duration_seconds: seconds,
    minutes: Math.round((seconds / 60) * 100) / 100,
    costs: costsOf(rows),
    tokens: { prompt: sum("prompt"), completion: sum("completion") },
  };
};

const costsOf = (rows: readonly UsedRow[]): Usage["costs"] => {
  const costs = new Map<string, number>();
  for (const { currency, cost_minor } of rows) {
    if (currency !== null) costs.set(currency, (costs.get(currency) ?? 0) + cost_minor);
  }
  return [...costs]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([currency, cost_minor]) => ({ currency, cost_minor }));
};

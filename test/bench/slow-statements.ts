import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";

const LOOK_EVERY_MS = 100;
const SLOW_MS = 500;
const MOST_SHOWN = 40;

interface SlowStatement {
  application: string;
  waits: string;
  query: string;
  ms: number;
}

export interface SlowStatements {
  /** Returns a sentence for each statement that took long, with what it waited for when it was seen last. */
  stop(): Promise<string[]>;
}

/**
 * Looks for statements of a database that take long, beside those of migrations, and at a timer of its own: where that is
 * late too, the whole machine stood still.
 */
export const watchSlowStatements = (databaseUrl: string): SlowStatements => {
  const seen = new Map<string, SlowStatement>();
  const stalls: number[] = [];
  let isOver = false;
  const running = (async () => {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    while (!isOver) {
      const dueAtMs = performance.now() + LOOK_EVERY_MS;
      await delay(LOOK_EVERY_MS);
      if (performance.now() - dueAtMs > SLOW_MS) stalls.push(performance.now() - dueAtMs);
      const { rows } = await client.query<SlowStatement & { begun: string }>(LISTING, [SLOW_MS]);
      for (const { begun, ...statement } of rows) seen.set(begun, statement);
    }
    await client.end();
  })();
  return {
    stop: async () => {
      isOver = true;
      await running;
      const slowest = [...seen.values()].toSorted((a, b) => b.ms - a.ms).slice(0, MOST_SHOWN);
      return [
        ...slowest.map(({ application, waits, query, ms }) => `${application} for ${ms} ms at ${waits}: ${query}`),
        `timers of the bench itself that were late by ${SLOW_MS} ms: ${stalls.length}, the latest by ${Math.round(Math.max(0, ...stalls))} ms`,
      ];
    },
  };
};

const LISTING = `
select pid || ' ' || query_start as begun, application_name as application,
  coalesce(wait_event_type || ' ' || wait_event, 'the processor') as waits,
  left(regexp_replace(query, '\\s+', ' ', 'g'), 120) as query,
  round(extract(epoch from clock_timestamp() - query_start) * 1000)::int as ms
from pg_stat_activity
where datname = current_database() and state = 'active' and application_name <> ''
  and clock_timestamp() - query_start > make_interval(secs => $1 / 1000.0)`;

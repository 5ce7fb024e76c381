import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import type { RunningStack } from "../../infra/local/stack.ts";
import type { SimulatorScriptInput } from "../../infra/simulator/script.ts";
import type { BenchContext, BenchPart, BenchRow } from "./bench-part.ts";
import { ANSWERED_AT_ONCE, dialEverybody } from "./dial-everybody.ts";
import { onStack } from "./on-stack.ts";

const CALLS = 1500;
const CONCURRENCY = 500;
/** The pace for which the goal is given. */
const PACE = 28;
const SAMPLED_EVERY_MS = 50;
/** Of 15 s on average and of different lengths: calls that end together wait for each other at any pace. */
const CALLS_OF_ANY_LENGTH: SimulatorScriptInput = {
  seed: "locks",
  speed: 1,
  defaults: { outcomes: ["answered"], ring_seconds: 1, talk_seconds: [4, 24] },
};
const MOST_WAIT_MS = 30;

/**
 * Measures what calls wait for in PostgreSQL. The connections that wait are counted again and again: so many of them on
 * average, divided by the calls a second, is how long a call waits (Little's law). That holds at any pace, and disturbs
 * the server less than a clock at each lock.
 */
export const locksBench: BenchPart = {
  name: "locks",
  title: "how long calls of about 15 s wait for the admission lock and for their campaign's row",
  run: (context) => onStack((stack) => measure(stack, context)),
};

const measure = async (stack: RunningStack, { scale, say }: BenchContext): Promise<BenchRow[]> => {
  await dialEverybody(stack, { count: 100, script: ANSWERED_AT_ONCE, concurrency: 50 });
  const watch = await watchWaits(stack);
  const { campaignId, perSecond, seconds } = await dialEverybody(stack, {
    count: Math.max(Math.round(CALLS * scale), 100),
    script: CALLS_OF_ANY_LENGTH,
    concurrency: CONCURRENCY,
  });
  const { samples, waiting } = await watch.stop();
  const admission = await readAdmission(stack, campaignId);
  say(`${perSecond.toFixed(1)} calls/s for ${seconds.toFixed(0)} s; the connections were looked at ${samples} times`);
  const waitMs = (what: Wait) => (waiting[what] / samples / perSecond) * 1000;
  const rows = WAITS.map((what): BenchRow => {
    const isGoal = what !== "hand-over locks";
    const atPace = perSecond >= PACE;
    return {
      figure: `a call waits for ${DESCRIPTIONS[what]}, ms, at ${perSecond.toFixed(1)} calls/s`,
      measured: waitMs(what).toFixed(1),
      floor: "",
      ratio: null,
      goal: isGoal ? `≤ ${MOST_WAIT_MS} at ${PACE}/s` : "",
      // A slower machine cannot show that the goal is met, but it can show that it is missed.
      holds: isGoal && (atPace || waitMs(what) > MOST_WAIT_MS) ? waitMs(what) <= MOST_WAIT_MS : null,
    };
  });
  return [...rows, describeAdmission(admission)];
};

/** Where a wait only moves from PostgreSQL into the worker, this stays as it was. */
const describeAdmission = ({ median, p95 }: Admission): BenchRow => ({
  figure: "from its claim a call is admitted in, ms, p50 and p95",
  measured: `${median.toFixed(0)} and ${p95.toFixed(0)}`,
  floor: "",
  ratio: null,
  goal: "",
  holds: null,
});

interface Admission {
  median: number;
  p95: number;
}

const readAdmission = async (stack: RunningStack, campaignId: number): Promise<Admission> => {
  const client = await connect(stack);
  const { rows } = await client.query<Admission>(ADMISSION, [campaignId]);
  await client.end();
  const [row] = rows;
  if (!row) throw new Error("an aggregate has one row");
  return row;
};

const ADMISSION = `
  select percentile_cont(0.5) within group (order by took.ms) as median,
    percentile_cont(0.95) within group (order by took.ms) as p95
  from (select extract(epoch from carrier_requested_at - created_at)::float8 * 1000 as ms
    from call_runs where campaign_id = $1) took`;

const connect = async (stack: RunningStack): Promise<Client> => {
  const client = new Client({ connectionString: stack.environment["DATABASE_MIGRATIONS_URL"] });
  await client.connect();
  return client;
};

const WAITS = ["admission", "campaign", "hand-over locks"] as const;
type Wait = (typeof WAITS)[number];

const DESCRIPTIONS: Record<Wait, string> = {
  admission: "its organization's admission lock",
  campaign: "the row of its campaign and those of its figures",
  "hand-over locks": "the locks of pauses and do-not-call entries",
};

/** What each of PostgreSQL's waiting connections waits for, by the statement that it runs. */
const WAITING = `
  select case
      when query ilike '%pg_advisory_lock_shared%' then 'hand-over locks'
      when query ilike '%pg_advisory_xact_lock%' then 'admission'
      when query ilike '%campaign%' then 'campaign'
      else 'other' end as what, count(*)::int as connections
  from pg_stat_activity
  where wait_event_type = 'Lock' and datname = current_database() group by 1`;

interface Waits {
  samples: number;
  waiting: Record<Wait, number>;
}

const watchWaits = async (stack: RunningStack): Promise<{ stop(): Promise<Waits> }> => {
  const client = await connect(stack);
  const waits: Waits = { samples: 0, waiting: { admission: 0, campaign: 0, "hand-over locks": 0 } };
  let isOver = false;
  const watch = async (): Promise<void> => {
    while (!isOver) {
      const { rows } = await client.query<{ what: Wait | "other"; connections: number }>(WAITING);
      waits.samples += 1;
      for (const { what, connections } of rows) if (what !== "other") waits.waiting[what] += connections;
      await delay(SAMPLED_EVERY_MS);
    }
  };
  const watching = watch();
  return {
    stop: async () => {
      isOver = true;
      await watching;
      await client.end();
      return waits;
    },
  };
};

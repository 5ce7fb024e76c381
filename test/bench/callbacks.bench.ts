import { randomUUID } from "node:crypto";
import { Client } from "pg";
import type { RunningStack } from "../../infra/local/stack.ts";
import type { CallbackPayload, CallView } from "../../infra/telephony/simulator/simulator.protocol.ts";
import { buildSignatureHeaders } from "../../infra/telephony/simulator/simulator.signature.ts";
import { type SeededRandom, seededRandom } from "../chaos/seeded-random.ts";
import { type DiallingOrganization, openDiallingOrganization } from "../harness/dialling-organization.ts";
import { openTestStack } from "../harness/test-stack.ts";
import { startBareCallbacks } from "./bare-callbacks.ts";
import type { BenchContext, BenchPart, BenchRow } from "./bench-part.ts";
import { cpuSecondsOf } from "./process-cpu.ts";
import { type PreparedRequest, sendRequests } from "./request-list.ts";

const CALLS = 1500;
const CONNECTIONS = 16;
const DUPLICATED = 0.2;
/** An event may overtake so many that were sent before it. */
const OVERTAKES = 40;
const ROUNDS = 3;
const LEAST_RATIO = 0.5;
const POOL_SIZE = 20;

/**
 * Status callbacks of calls under way, each signed as the simulator signs them: four events a call, a fifth of them twice,
 * in the wrong order. The floor is an Express route that writes each as one row, in a process of its own with a pool of
 * the same size, and checks nothing. The last event of each call is told to Temporal as always, where no workflow waits
 * for it: what the workflow would do next is measured with the calls.
 */
export const callbacksBench: BenchPart = {
  name: "callbacks",
  title: "carrier callbacks per second, a fifth of them twice and in the wrong order",
  run: async (context) => {
    const stack = await openTestStack({
      RATE_LIMIT_PER_ADDRESS_PER_SECOND: "1000000",
      DATABASE_POOL_SIZE: String(POOL_SIZE),
      LOG_LEVEL: "info",
    });
    try {
      return await measure(context, stack.running);
    } finally {
      await stack.close();
    }
  },
};

const measure = async ({ scale, say }: BenchContext, stack: RunningStack): Promise<BenchRow[]> => {
  const organization = await openDiallingOrganization(stack, {});
  const url = stack.environment["DATABASE_MIGRATIONS_URL"] ?? "";
  const db = new Client({ connectionString: url });
  await db.connect();
  const bare = await startBareCallbacks({ databaseUrl: url, poolSize: POOL_SIZE });
  const random = seededRandom(1);
  const calls = Math.max(Math.round((CALLS * scale) / ROUNDS), 50);
  const rates: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
  let failures = 0;
  try {
    // The first round warms both up.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const events = inDisorder(await liveCalls(db, { organization, stack, count: calls }), random);
      const spent = processorTime(stack);
      const spentBare = processorSeconds(bare.pid);
      const ours = await sendRequests(events, CONNECTIONS);
      say(
        `of which ${spent()
          .map(([part, seconds]) => `${part} ${((1000 * seconds) / events.length).toFixed(2)} ms`)
          .join(", ")} of processor time each`,
      );
      const floor = await sendRequests(
        events.map((each) => ({ ...each, url: bare.url })),
        CONNECTIONS,
      );
      say(`the bare route ${((1000 * spentBare()) / events.length).toFixed(2)} ms of processor time each`);
      failures += ours.failures + floor.failures;
      if (ours.firstFailure) say(`a callback was answered ${ours.firstFailure}`);
      say(`${events.length} callbacks: ${ours.perSecond.toFixed(0)}/s, bare ${floor.perSecond.toFixed(0)}/s`);
      if (round === 0) continue;
      rates.ours.push(ours.perSecond);
      rates.bare.push(floor.perSecond);
    }
    return rowsOf({ ours: middle(rates.ours), bare: middle(rates.bare), failures, kept: await keptEvents(db) });
  } finally {
    await bare.close();
    await db.end();
  }
};

const PARTS = ["api", "postgres", "temporal"] as const;

/** Returns the processor seconds that a process has used since. */
const processorSeconds = (pid: number): (() => number) => {
  const before = cpuSecondsOf(pid);
  return () => cpuSecondsOf(pid) - before;
};

/** Returns the processor seconds that each part has used since. */
const processorTime = (stack: RunningStack): (() => [string, number][]) => {
  const since = PARTS.map((part) => [part, processorSeconds(stack.pid(part) ?? 0)] as const);
  return () => since.map(([part, seconds]): [string, number] => [part, seconds()]);
};

const middle = (rates: readonly number[]): number => rates.toSorted((a, b) => a - b)[Math.floor(rates.length / 2)] ?? 0;

interface CallsToMake {
  organization: DiallingOrganization;
  stack: RunningStack;
  count: number;
}

/** Calls that their carrier has taken, made by rows; their callbacks in the order of each call. */
const liveCalls = async (db: Client, { organization, stack, count }: CallsToMake): Promise<PreparedRequest[][]> => {
  const uuids = Array.from({ length: count }, () => randomUUID());
  await db.query(LIVE_RUNS, [organization.organizationId, organization.telephonyAccountId, uuids]);
  const path = `/api/v1/telephony/callbacks/simulator/${organization.organizationId}`;
  const signingKey = stack.environment["SIMULATOR_SIGNING_KEY"] ?? "";
  return uuids.map((uuid) =>
    EVENTS.map((event) => {
      // Signed for the address that a carrier is given, which may be another name of the same.
      const url = `${stack.environment["PUBLIC_BASE_URL"]}${path}/${uuid}/status`;
      const payload: CallbackPayload = {
        event_id: `sim_${uuid}.${event.state}`,
        type: event.type,
        occurred_at: CALL.started_at,
        call: { ...CALL, id: `sim_${uuid}`, idempotency_key: uuid, state: event.state, outcome: event.outcome },
        recording: null,
      };
      const body = JSON.stringify(payload);
      return {
        url,
        body,
        headers: { "content-type": "application/json", ...buildSignatureHeaders(signingKey, { url, body }) },
      };
    }),
  );
};

const LIVE_RUNS = `
  insert into call_runs (uuid, organization_id, agent_id, agent_version_id, name, mode, provider, state,
    telephony_configuration_id, called_number, carrier_requested_at, started_at, carrier_accepted_at, carrier_call_id)
  select run, a.organization_id, a.id, v.id, 'a call', 'simulator', 'simulator', 'dialing', $2, '+12025550100', now(), now(),
    now(), 'sim_' || run
  from unnest($3::uuid[]) run, agents a join agent_versions v on v.agent_id = a.id where a.organization_id = $1`;

const EVENTS = [
  { type: "initiated", state: "queued", outcome: null },
  { type: "ringing", state: "ringing", outcome: null },
  { type: "answered", state: "in_progress", outcome: null },
  { type: "completed", state: "completed", outcome: "answered" },
] as const;

const CALL = {
  account: "",
  to: "+12025550100",
  from: "",
  attempt: 1,
  answered_by: null,
  opted_out: false,
  started_at: "2026-01-01T12:00:00.000Z",
  answered_at: null,
  ended_at: null,
  talk_seconds: null,
  cost_minor: null,
  currency: null,
  sandbox: false,
  hung_up: false,
  hung_up_by: null,
  direction: "outbound",
  voice: null,
} satisfies Partial<CallView>;

/** Calls side by side, some events twice, and each as much too early or too late as a busy carrier sends them. */
const inDisorder = (calls: readonly PreparedRequest[][], random: SeededRandom): PreparedRequest[] => {
  const inOrder = EVENTS.flatMap((_, step) => calls.flatMap((events) => events[step] ?? []));
  const sent = inOrder.flatMap((event) => (random.happens(DUPLICATED) ? [event, event] : [event]));
  return sent
    .map((event, at) => ({ event, at: at + random.between(0, OVERTAKES) }))
    .sort((a, b) => a.at - b.at)
    .map(({ event }) => event);
};

/** Tells whether every event stands once, whatever came twice. */
const keptEvents = async (db: Client): Promise<boolean> => {
  const { rows } = await db.query(
    `select count(*) = 4 * count(distinct r.id) as whole, bool_and(r.state = 'in_progress') as forward
     from call_runs r left join carrier_events e on e.run_id = r.id`,
  );
  return rows[0]?.whole === true && rows[0]?.forward === true;
};

const rowsOf = (rates: { ours: number; bare: number; failures: number; kept: boolean }): BenchRow[] => {
  const ratio = rates.ours / rates.bare;
  return [
    {
      figure: `status callbacks per second over ${CONNECTIONS} connections (median of ${ROUNDS})`,
      measured: rates.ours.toFixed(0),
      floor: `a route that writes one row: ${rates.bare.toFixed(0)}`,
      ratio,
      goal: `≥ ${LEAST_RATIO}×`,
      holds: ratio >= LEAST_RATIO,
    },
    {
      figure: "every event kept once, no call moved back; failed requests",
      measured: `${rates.kept ? "yes" : "no"}; ${rates.failures}`,
      floor: "",
      ratio: null,
      goal: "yes; 0",
      holds: rates.kept && rates.failures === 0,
    },
  ];
};

import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeFindings, holds } from "../../clients/typescript/verify/verify.ts";
import { openTestStack, type TestStack } from "../harness/test-stack.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { prepareChaosCampaign } from "./chaos-campaign.ts";
import { type Evidence, gatherEvidence } from "./chaos-evidence.ts";
import { planChaos, type Step } from "./chaos-plan.ts";
import { verifyChaosRecord } from "./chaos-record.ts";
import type { ChaosOptions, ChaosScenario } from "./chaos-scenario.ts";
import { playChaos } from "./chaos-story.ts";
import { createKiller } from "./killer.ts";
import { type LoadBalancer, openLoadBalancer } from "./load-balancer.ts";
import { type ReplicatedPostgres, startReplicatedPostgres } from "./replicated-postgres.ts";
import { type SecondPair, startSecondPair } from "./second-pair.ts";
import { describeUnfinishedCalls } from "./unfinished-calls.ts";
import { isClean, judge } from "./verdict.ts";
import { chaosTable, describeBreaches, markdownTable } from "./verdict-table.ts";

const KILLABLE = ["worker", "second worker", "api", "second api"] as const;
const STILL_MINUTES = 10;
const PATIENCE_MS = 120_000;
const DATABASE = "ringdown";
/** The database fails over twice, and a deployment runs in between. */
const STEPS: readonly Step[] = (
  [
    [0.25, "fail-over"],
    [0.5, "roll"],
    [0.7, "fail-over"],
  ] as const
).map(([atShare, kind]) => ({ atShare, atLatestAfterMs: null, disturbance: { kind } }));

export const failoverScenario: ChaosScenario = {
  name: "failover",
  title:
    "two of each part: the database's primary is killed and its standby promoted, twice, with a deployment in between",
  usualSize: 1000,
  run: async (options) => {
    const folder = mkdtempSync(join(tmpdir(), "ringdown-failover-"));
    // Started by root, PostgreSQL runs as another user, who must get in.
    chmodSync(folder, 0o755);
    const database = await startReplicatedPostgres(folder, DATABASE);
    const balancer = await openLoadBalancer();
    try {
      return await withPlatform({ database, balancer }, options);
    } finally {
      await balancer.close();
      await database.close();
      if (!options.keep) rmSync(folder, { recursive: true, force: true });
    }
  },
};

const withPlatform = async (
  { database, balancer }: { database: ReplicatedPostgres; balancer: LoadBalancer },
  options: ChaosOptions,
) => {
  const stack = await openTestStack({
    DATABASE_URL: database.applicationUrl(DATABASE),
    DATABASE_MIGRATIONS_URL: database.url(DATABASE),
    PUBLIC_BASE_URL: balancer.url,
    SIGNUP_ENABLED: "true",
    DRAIN_SECONDS: "2",
  });
  try {
    const second = await startSecondPair(stack.running);
    try {
      return await play({ database, balancer, stack, second }, options);
    } finally {
      await second.stop();
    }
  } finally {
    await stack.close({ keepData: options.keep });
    if (options.keep) options.say(`data and logs: ${stack.running.dataDir}`);
  }
};

interface Stage {
  database: ReplicatedPostgres;
  balancer: LoadBalancer;
  stack: TestStack;
  second: SecondPair;
}

const play = async (stage: Stage, { seed, size, minutes, say }: ChaosOptions) => {
  const { stack, second, balancer, database } = stage;
  balancer.serve([stack.running.addresses.api, second.apiUrl]);
  const shared = { ...stack.running, addresses: { ...stack.running.addresses, api: balancer.url } };
  const plan = planChaos({ seed, contacts: size, minutes, killable: KILLABLE });
  const steps = [...plan.steps, ...STEPS].sort((a, b) => a.atShare - b.atShare);
  const chaos = await prepareChaosCampaign(shared, plan);
  const killer = createKiller(() => stack.running, second);
  const outages: { atMs: number; tookMs: number }[] = [];
  const failOver = async () => {
    const atMs = Date.now();
    const tookMs = await database.failOver();
    outages.push({ atMs, tookMs });
    say(`the standby was promoted after ${(tookMs / 1000).toFixed(1)} s`);
    await database.addStandby();
  };
  const startedAtMs = Date.now();
  const act = { chaos, killer, restart: stack.restart, roll: () => rollAll(stage), failOver, say };
  const promises = await playChaos(act, { steps, stillLimitMs: STILL_MINUTES * 60_000 });
  const tookMs = Date.now() - startedAtMs;
  for (const call of await describeUnfinishedCalls(stack.running, chaos)) say(call);
  const evidence = await gatherEvidence(chaos);
  const verdict = judge(evidence, promises);
  say(describeBreaches(verdict));
  const record = await verifyChaosRecord(chaos);
  say(`the record, as others check it:\n${describeFindings(record)}`);
  const { kills } = killer;
  const result = { name: `${seed}, two of each`, contacts: size, calls: evidence.calls.length, kills, tookMs, verdict };
  const stood = outages.map((outage, index) => [
    String(index + 1),
    (outage.tookMs / 1000).toFixed(1),
    (silenceAfter(evidence, outage.atMs) / 1000).toFixed(1),
  ]);
  return {
    table: `${chaosTable([result])}\n\n${markdownTable(["fail-over", "until the standby served, s", "nobody was dialled for, s"], stood)}`,
    holds: isClean(verdict) && holds(record) && outages.length === 2,
  };
};

/** Returns the time between the last request that the carrier got before an instant and the next one. */
const silenceAfter = ({ requests }: Evidence, atMs: number): number => {
  const times = requests.map(({ received_at_ms }) => received_at_ms);
  const before = Math.max(...times.filter((time) => time <= atMs), 0);
  const after = Math.min(...times.filter((time) => time > atMs), Number.POSITIVE_INFINITY);
  return after - before;
};

/** Replaces each process in turn, and goes on when the next one is ready. */
const rollAll = async ({ stack, second }: Stage): Promise<void> => {
  const { running } = stack;
  const parts = [
    { name: "worker", pid: () => running.pid("worker"), ready: `${running.addresses.worker}/readyz` },
    { name: "second worker", pid: () => second.pid("second worker"), ready: null },
    { name: "api", pid: () => running.pid("api"), ready: `${running.addresses.api}/readyz` },
    { name: "second api", pid: () => second.pid("second api"), ready: `${second.apiUrl}/readyz` },
  ];
  for (const { name, pid, ready } of parts) {
    const before = await waitUntil(`${name} runs`, pid, PATIENCE_MS);
    process.kill(before, "SIGTERM");
    await waitUntil(`${name} is another process`, () => pid() !== undefined && pid() !== before, PATIENCE_MS);
    if (ready)
      await waitUntil(`${name} is ready`, async () => (await fetch(ready).catch(() => null))?.ok ?? false, PATIENCE_MS);
  }
};

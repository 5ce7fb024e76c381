import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Client } from "@temporalio/client";
import { readConfig } from "../../infra/config/config.ts";
import type { RunningStack } from "../../infra/local/stack.ts";
import { connectTemporalClient } from "../../infra/temporal/connect-temporal.ts";
import { campaignContract } from "../../workflows/campaign/campaign.contract.ts";
import type { BenchContext, BenchPart, BenchRow } from "./bench-part.ts";
import {
  ANSWERED_AT_ONCE,
  cpuMsOf,
  cpuSentence,
  type Dialled,
  dialEverybody,
  LONG_CALL_SECONDS,
  LONG_CALLS,
} from "./dial-everybody.ts";
import { onStack } from "./on-stack.ts";
import { memoryOf } from "./process-memory.ts";
import { readStartsPerSecond } from "./starts-per-second.ts";

const CALLS = 3000;
const WINDOW = 100;
/** Calls of 15 s need 28 calls a second × 15 s = 420 lines for the pace that is asked for. */
const LONG_CONCURRENCY = 500;
const LEAST_RATIO = 0.75;
const LEAST_PER_SECOND = 28;
const MOST_CPU_MS = 65;

export const callsBench: BenchPart = {
  name: "calls",
  title: "calls per second of one campaign, events of a call and of a campaign",
  run: (context) => onStack((stack) => measure(stack, context)),
};

const measure = async (stack: RunningStack, { scale, say }: BenchContext): Promise<BenchRow[]> => {
  const count = Math.max(Math.round(CALLS * scale), 100);
  const temporal = await connectTemporalClient(readConfig(stack.environment));
  try {
    await dialEverybody(stack, { count: 100, script: ANSWERED_AT_ONCE, concurrency: WINDOW });
    const floor = [await childrenPerSecond(stack, temporal, count)];
    say(`bare children: ${floor[0]?.toFixed(1)}/s`);
    const short = await dialEverybody(stack, { count, script: ANSWERED_AT_ONCE, concurrency: WINDOW });
    say(`campaign: ${short.perSecond.toFixed(1)} calls/s; ${cpuSentence(short)}`);
    floor.push(await childrenPerSecond(stack, temporal, count));
    say(`bare children again: ${floor[1]?.toFixed(1)}/s`);
    const long = await dialEverybody(stack, { count, script: LONG_CALLS, concurrency: LONG_CONCURRENCY });
    say(`calls of ${LONG_CALL_SECONDS} s: ${long.perSecond.toFixed(1)} calls/s; ${cpuSentence(long)}`);
    // The rate of the whole campaign counts the last calls too, during which nothing is left to start.
    const starts = await readStartsPerSecond(stack, long.campaignId);
    say(`calls of ${LONG_CALL_SECONDS} s: ${starts.toFixed(1)} started a second between the first and the last`);
    const bare = floor.reduce((sum, each) => sum + each, 0) / floor.length;
    return [...rateRows({ short, long, bare, count }), ...(await eventRows(temporal, short)), ...memoryRows(stack)];
  } finally {
    await temporal.connection.close();
  }
};

// ── the floor ───────────────────────────────────────────────────────────────────────────────────────────────

const childrenPerSecond = async (stack: RunningStack, temporal: Client, count: number): Promise<number> => {
  const taskQueue = `bare-children-${crypto.randomUUID()}`;
  const worker = await startBareWorker(stack, taskQueue);
  try {
    const startedMs = performance.now();
    await temporal.workflow.execute("bareParent", {
      workflowId: taskQueue,
      taskQueue,
      args: [{ count, window: WINDOW }],
    });
    return count / ((performance.now() - startedMs) / 1000);
  } finally {
    worker.kill("SIGTERM");
    await once(worker, "exit");
  }
};

const startBareWorker = async (stack: RunningStack, taskQueue: string): Promise<ChildProcess> => {
  const program = fileURLToPath(new URL("bare-children.process.ts", import.meta.url));
  const worker = fork(program, [stack.addresses.temporal ?? "", taskQueue], {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  await once(worker, "message");
  return worker;
};

// ── the rows ────────────────────────────────────────────────────────────────────────────────────────────────

const rateRows = ({
  short,
  long,
  bare,
  count,
}: {
  short: Dialled;
  long: Dialled;
  bare: number;
  count: number;
}): BenchRow[] => {
  const row = { floor: "", ratio: null };
  const ratio = short.perSecond / bare;
  return [
    {
      figure: `${count} calls answered at once, calls/s`,
      measured: short.perSecond.toFixed(1),
      floor: `bare children: ${bare.toFixed(1)}/s`,
      ratio,
      goal: `≥ ${LEAST_RATIO}×`,
      holds: ratio >= LEAST_RATIO,
    },
    {
      ...row,
      figure: `${count} calls of ${LONG_CALL_SECONDS} s, calls/s`,
      measured: long.perSecond.toFixed(1),
      goal: `≥ ${LEAST_PER_SECOND}`,
      holds: long.perSecond >= LEAST_PER_SECOND,
    },
    {
      ...row,
      figure: `processor time of a call of ${LONG_CALL_SECONDS} s, all parts, ms`,
      measured: cpuMsOf(long).toFixed(1),
      goal: `≤ ${MOST_CPU_MS}`,
      holds: cpuMsOf(long) <= MOST_CPU_MS,
    },
  ];
};

const eventRows = async (temporal: Client, { organization, campaignId }: Dialled): Promise<BenchRow[]> => {
  const { organizationId } = organization;
  const campaignQuery = `CampaignId=${campaignId} and OrganizationId=${organizationId}`;
  const lengths: number[] = [];
  for await (const { historyLength } of temporal.workflow.list({
    query: `${campaignQuery} and WorkflowType='callRun'`,
  }))
    lengths.push(historyLength);
  const longest: Record<string, number> = { campaign: 0, campaignShard: 0 };
  const workflowId = campaignContract.workflowId({ organizationId, campaignId });
  const query = `WorkflowId='${workflowId}' or WorkflowId starts_with '${workflowId}/'`;
  for await (const { type, historyLength } of temporal.workflow.list({ query }))
    longest[type] = Math.max(longest[type] ?? 0, historyLength);
  lengths.sort((a, b) => a - b);
  const median = lengths[Math.floor(lengths.length / 2)] ?? 0;
  const events = (figure: string, count: number, limit: number): BenchRow => ({
    figure,
    measured: String(count),
    floor: "",
    ratio: null,
    goal: `≤ ${limit}`,
    holds: count > 0 && count <= limit,
  });
  return [
    events("events of a call, median", median, 12),
    { ...events("events of a call, most", lengths.at(-1) ?? 0, 12), goal: "", holds: null },
    events("events of one run of the campaign, most", longest["campaign"] ?? 0, 2000),
    events("events of one run of a shard, most", longest["campaignShard"] ?? 0, 2000),
  ];
};

const memoryRows = (stack: RunningStack): BenchRow[] =>
  (["api", "worker"] as const).map((name) => ({
    figure: `memory of the ${name} under this load, most, MB`,
    measured: String(memoryOf(stack.pid(name) ?? 0).peakMb),
    floor: "",
    ratio: null,
    goal: "",
    holds: null,
  }));

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Client } from "@temporalio/client";
import { campaignProgressOperation } from "../../api/campaigns/campaign-reading.operations.ts";
import { startCampaignOperation } from "../../api/campaigns/campaigns.operations.ts";
import { setPreferencesOperation } from "../../api/organizations/organizations.operations.ts";
import { readConfig } from "../../infra/config/config.ts";
import type { PartName, RunningStack } from "../../infra/local/stack.ts";
import { connectTemporalClient } from "../../infra/temporal/connect-temporal.ts";
import type { SimulatorScriptInput } from "../../infra/simulator/script.ts";
import { campaignContract } from "../../workflows/campaign/campaign.contract.ts";
import { fictionalNumbers } from "../factories/fictional-numbers.ts";
import { type DiallingOrganization, openDiallingOrganization } from "../harness/dialling-organization.ts";
import { openTestStack } from "../harness/test-stack.ts";
import { waitUntil } from "../harness/wait-until.ts";
import type { BenchContext, BenchPart, BenchRow } from "./bench-part.ts";
import { memoryOf } from "./process-memory.ts";
import { cpuSecondsOf } from "./process-cpu.ts";

const CALLS = 3000;
const WINDOW = 100;
/** Calls of this length need 25 calls a second × 15 s = 375 lines for the pace that is asked for. */
const LONG_CALL_SECONDS = 15;
const LONG_CONCURRENCY = 500;
const PARTS: readonly PartName[] = ["api", "worker", "temporal", "postgres", "simulator"];

export const callsBench: BenchPart = {
  name: "calls",
  title: "calls per second of one campaign, events of a call and of a campaign",
  run: async (context) => {
    const stack = await openTestStack();
    try {
      return await measure(stack.running, context);
    } finally {
      await stack.close();
    }
  },
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
    const bare = floor.reduce((sum, each) => sum + each, 0) / floor.length;
    return [...rateRows({ short, long, bare, count }), ...(await eventRows(temporal, short)), ...memoryRows(stack)];
  } finally {
    await temporal.connection.close();
  }
};

// ── the campaign ────────────────────────────────────────────────────────────────────────────────────────────

const ANSWERED_AT_ONCE: SimulatorScriptInput = {
  speed: 1000,
  defaults: { outcomes: ["answered"], ring_seconds: 0, talk_seconds: 0 },
};
const LONG_CALLS: SimulatorScriptInput = {
  speed: 1,
  defaults: { outcomes: ["answered"], ring_seconds: 1, talk_seconds: LONG_CALL_SECONDS - 1 },
};

interface Dialled {
  organization: DiallingOrganization;
  campaignId: number;
  perSecond: number;
  /** Processor time of each part for one call. */
  cpuMs: Record<string, number>;
}

const dialEverybody = async (
  stack: RunningStack,
  { count, script, concurrency }: { count: number; script: SimulatorScriptInput; concurrency: number },
): Promise<Dialled> => {
  const organization = await openDiallingOrganization(stack, script);
  const { client } = organization;
  await client.call(setPreferencesOperation, { body: { concurrent_call_limit: concurrency } });
  const campaignId = await organization.createCampaign(await organization.importNumbers(fictionalNumbers(count)), {
    max_concurrency: concurrency,
    retry_config: { max_retries: 0 },
  });
  const params = { campaign_id: campaignId };
  const before = cpuOf(stack);
  const startedMs = performance.now();
  await client.call(startCampaignOperation, { params });
  await waitUntil(
    "the campaign is completed",
    async () => (await client.call(campaignProgressOperation, { params })).body.state === "completed" || pause(),
    600_000,
  );
  const seconds = (performance.now() - startedMs) / 1000;
  const after = cpuOf(stack);
  const { calls } = await organization.simulator.summary(`?account=${organization.account}`);
  if (calls !== count) throw new Error(`${calls} calls were made, not ${count}`);
  const cpuMs = Object.fromEntries(
    PARTS.map((name) => [name, (((after[name] ?? 0) - (before[name] ?? 0)) * 1000) / count]),
  );
  return { organization, campaignId, perSecond: count / seconds, cpuMs };
};

/** As often as the progress stream: continuous polling would add load. */
const pause = async (): Promise<false> => {
  await new Promise((resolve) => setTimeout(resolve, 1000));
  return false;
};

const cpuOf = (stack: RunningStack): Record<string, number> =>
  Object.fromEntries(PARTS.map((name) => [name, cpuSecondsOf(stack.pid(name) ?? 0)]));

const cpuSentence = ({ cpuMs }: Dialled): string =>
  `processor time of a call: ${Object.entries(cpuMs)
    .map(([name, ms]) => `${name} ${ms.toFixed(1)} ms`)
    .join(", ")}`;

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

const rateRows = (rates: { short: Dialled; long: Dialled; bare: number; count: number }): BenchRow[] => {
  const { short, long, bare, count } = rates;
  const row = (what: string, { perSecond }: Dialled): BenchRow[] => [
    {
      figure: `${count} calls ${what}, calls/s`,
      measured: perSecond.toFixed(1),
      floor: `bare children: ${bare.toFixed(1)}/s`,
      ratio: perSecond / bare,
      goal: "≥ 0.5×",
      holds: perSecond / bare >= 0.5,
    },
    {
      figure: `${count} calls ${what}, calls/s`,
      measured: perSecond.toFixed(1),
      floor: "",
      ratio: null,
      goal: "≥ 20",
      holds: perSecond >= 20,
    },
  ];
  return [...row("answered at once", short), ...row(`of ${LONG_CALL_SECONDS} s`, long).slice(1)];
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
    events("events of a call, median", median, 25),
    { ...events("events of a call, most", lengths.at(-1) ?? 0, 25), goal: "", holds: null },
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

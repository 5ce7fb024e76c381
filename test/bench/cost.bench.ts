import { sql } from "kysely";
import { campaignProgressOperation } from "../../api/campaigns/campaign-reading.operations.ts";
import { startCampaignOperation } from "../../api/campaigns/campaigns.operations.ts";
import { setPreferencesOperation } from "../../api/organizations/organizations.operations.ts";
import { readConfig } from "../../infra/config/config.ts";
import type { RunningStack } from "../../infra/local/stack.ts";
import type { SimulatorScriptInput } from "../../infra/simulator/script.ts";
import { connectTemporalClient } from "../../infra/temporal/connect-temporal.ts";
import { fictionalNumbers } from "../factories/fictional-numbers.ts";
import { openWriteLog } from "../harness/counts/call-writes.ts";
import { countEvents, sumOf } from "../harness/counts/history-counts.ts";
import { openDiallingOrganization } from "../harness/dialling-organization.ts";
import { openTestStack } from "../harness/test-stack.ts";
import { waitUntil } from "../harness/wait-until.ts";
import type { BenchContext, BenchPart, BenchRow } from "./bench-part.ts";
import { openServerCounts, type ServerCounts } from "./server-counts.ts";

const CALLS = 200;
const CONCURRENCY = 60;

/** Measures a call in counts, which a busy machine hardly changes, beside the milliseconds of the part `calls`. */
export const costBench: BenchPart = {
  name: "cost",
  title: "events, statements, index entries and log of one call",
  run: async (context) => {
    const stack = await openTestStack();
    try {
      // The extension that counts statements is loaded as the server starts.
      const { everything, close } = openServerCounts(stack.running);
      for (const [name, value] of Object.entries(COUNTING))
        await sql.raw(`alter system set ${name} = '${value}'`).execute(everything);
      await close();
      await stack.restart();
      return await measure(stack.running, context);
    } finally {
      await stack.close();
    }
  },
};

const COUNTING = {
  shared_preload_libraries: "pg_stat_statements",
  "pg_stat_statements.track": "all",
  "pg_stat_statements.track_planning": "on",
};

const measure = async (stack: RunningStack, context: BenchContext): Promise<BenchRow[]> => {
  const rows: BenchRow[] = [];
  // The first calls of a process also read what later ones know.
  await countCalls(stack, { count: 30, script: ANSWERED_AT_ONCE });
  for (const [what, script] of [
    ["of 15 s", OF_15_SECONDS],
    ["answered at once", ANSWERED_AT_ONCE],
  ] as const) {
    context.say(`${CALLS} calls ${what}`);
    const cost = await countCalls(stack, { count: Math.max(Math.round(CALLS * context.scale), 20), script });
    rows.push(...rowsOf(what, cost));
    for (const [name, count] of Object.entries(cost.details)) context.say(`  ${count.toFixed(2)} ${name}`);
  }
  return rows;
};

const ANSWERED_AT_ONCE: SimulatorScriptInput = {
  speed: 1000,
  defaults: { outcomes: ["answered"], ring_seconds: 0, talk_seconds: 0 },
};
const OF_15_SECONDS: SimulatorScriptInput = {
  speed: 1,
  defaults: { outcomes: ["answered"], ring_seconds: 1, talk_seconds: 14 },
};

/** All of one call, on average. */
interface CostOfACall extends ServerCounts {
  events: number;
  workflowTasks: number;
  activities: number;
  callRunUpdates: number;
  callRunHotUpdates: number;
  rowWrites: number;
  indexEntries: number;
  details: Record<string, number>;
}

const countCalls = async (
  stack: RunningStack,
  { count, script }: { count: number; script: SimulatorScriptInput },
): Promise<CostOfACall> => {
  const organization = await openDiallingOrganization(stack, script);
  const { client } = organization;
  await client.call(setPreferencesOperation, { body: { concurrent_call_limit: CONCURRENCY } });
  const campaignId = await organization.createCampaign(await organization.importNumbers(fictionalNumbers(count)), {
    max_concurrency: CONCURRENCY,
    retry_config: { max_retries: 0 },
  });
  const counts = openServerCounts(stack);
  const writeLog = await openWriteLog(counts.everything);
  try {
    const from = await writeLog.end();
    const before = await counts.read();
    const params = { campaign_id: campaignId };
    await client.call(startCampaignOperation, { params });
    await waitUntil(
      "the campaign is completed",
      async () => (await client.call(campaignProgressOperation, { params })).body.state === "completed" || pause(),
      600_000,
    );
    const after = await counts.read();
    const writes = await writeLog.writesSince(from);
    const histories = await eventsOf(stack, { campaignId, organizationId: organization.organizationId });
    const perCall = (sum: number) => sum / count;
    const updates = (kind: string) => perCall(writes.rows[`call_runs ${kind}`] ?? 0);
    const details = { ...writes.rows, ...writes.indexEntries, ...histories };
    return {
      statements: perCall(after.statements - before.statements),
      nested: perCall(after.nested - before.nested),
      plans: perCall(after.plans - before.plans),
      transactions: perCall(after.transactions - before.transactions),
      logBytes: perCall(after.logBytes - before.logBytes),
      events: perCall(sumOf(histories)),
      workflowTasks: perCall(histories["workflowTaskCompleted"] ?? 0),
      activities: perCall(histories["activityTaskScheduled"] ?? 0),
      callRunHotUpdates: updates("HOT_UPDATE"),
      callRunUpdates: updates("UPDATE") + updates("HOT_UPDATE"),
      rowWrites: perCall(sumOf(writes.rows)),
      indexEntries: perCall(sumOf(writes.indexEntries)),
      details: Object.fromEntries(Object.entries(details).map(([name, sum]) => [name, perCall(sum)])),
    };
  } finally {
    await writeLog.close();
    await counts.close();
  }
};

/** It polls as rarely as the progress stream, because polling is counted too. */
const pause = async (): Promise<false> => {
  await new Promise((resolve) => setTimeout(resolve, 2000));
  return false;
};

const eventsOf = async (
  stack: RunningStack,
  { campaignId, organizationId }: { campaignId: number; organizationId: number },
): Promise<Record<string, number>> => {
  const temporal = await connectTemporalClient(readConfig(stack.environment));
  const sums: Record<string, number> = {};
  try {
    const query = `CampaignId=${campaignId} and OrganizationId=${organizationId} and WorkflowType='callRun'`;
    for await (const { workflowId, runId } of temporal.workflow.list({ query })) {
      const { events } = await temporal.workflow.getHandle(workflowId, runId).fetchHistory();
      for (const [kind, count] of Object.entries(countEvents(events ?? []))) sums[kind] = (sums[kind] ?? 0) + count;
    }
    return sums;
  } finally {
    await temporal.connection.close();
  }
};

const rowsOf = (what: string, cost: CostOfACall): BenchRow[] => {
  const row = (figure: string, measured: number, most: number | null = null): BenchRow => ({
    figure: `${figure} of a call ${what}`,
    measured: measured.toFixed(1),
    floor: "",
    ratio: null,
    goal: most === null ? "" : `≤ ${most}`,
    holds: most === null ? null : measured <= most,
  });
  return [
    row("events", cost.events, 15),
    row("workflow tasks", cost.workflowTasks, 2.5),
    row("activities", cost.activities),
    row("transactions, all of the server's", cost.transactions),
    row("statements, all of the server's", cost.statements),
    row("statements within functions and triggers", cost.nested),
    row("plans", cost.plans),
    row("rows written in its transactions", cost.rowWrites),
    row("updates of its row", cost.callRunUpdates),
    row("updates of its row in place", cost.callRunHotUpdates),
    row("index entries", cost.indexEntries),
    row("kB of PostgreSQL's log", cost.logBytes / 1024),
  ];
};

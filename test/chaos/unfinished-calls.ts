import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client, Connection } from "@temporalio/client";
import pg from "pg";
import type { RunningStack } from "../../infra/local/stack.ts";
import { callRunContract } from "../../workflows/call-run/call-run.contract.ts";
import { campaignContract } from "../../workflows/campaign/campaign.contract.ts";
import type { ChaosCampaign } from "./chaos-campaign.ts";

const EVENTS_SHOWN = 10;
const CALLS_SHOWN = 10;

interface UnfinishedRun {
  id: number;
  uuid: string;
}

/**
 * Describes why a campaign did not end: the rows of its calls that are not over, and the last event of each one's
 * workflow.
 */
export const describeUnfinishedCalls = async (
  { addresses, environment, dataDir }: RunningStack,
  { campaignId, organizationId }: Pick<ChaosCampaign, "campaignId" | "organizationId">,
): Promise<string[]> => {
  const runs = await readUnfinished(environment["DATABASE_MIGRATIONS_URL"] ?? "", campaignId);
  if (runs.length === 0) return [];
  const warningOf = openWarnings(dataDir);
  return await withClient({ addresses, environment }, async (client) => {
    const describeRun = async (run: UnfinishedRun): Promise<string> => {
      const workflowId = callRunContract.workflowId({ organizationId, runUuid: run.uuid });
      const last = await readLastEvents(client, workflowId).catch(String);
      return `${JSON.stringify(run)}\n${last}\n  the worker's last line of it: ${warningOf(run) ?? "none"}`;
    };
    return await Promise.all(runs.map(describeRun));
  });
};

/** Describes what the workflow of a campaign waits for, and what it did last. */
export const describeCampaignWorkflow = (
  stack: Pick<RunningStack, "addresses" | "environment">,
  address: Pick<ChaosCampaign, "campaignId" | "organizationId">,
): Promise<string> =>
  withClient(stack, (client) => readLastEvents(client, campaignContract.workflowId(address)).catch(String));

/** Counts the workflows of a type that are open. */
export const countOpenWorkflows = (
  stack: Pick<RunningStack, "addresses" | "environment">,
  type: string,
): Promise<number> =>
  withClient(stack, async (client) => {
    const { count } = await client.workflow.count(`WorkflowType = '${type}' and ExecutionStatus = 'Running'`);
    return count;
  });

const withClient = async <T>(
  { addresses, environment }: Pick<RunningStack, "addresses" | "environment">,
  work: (client: Client) => Promise<T>,
): Promise<T> => {
  const connection = await Connection.connect({ address: addresses.temporal });
  try {
    return await work(new Client({ connection, namespace: environment["TEMPORAL_NAMESPACE"] ?? "default" }));
  } finally {
    await connection.close();
  }
};

const readUnfinished = async (connectionString: string, campaignId: number): Promise<UnfinishedRun[]> => {
  const database = new pg.Client({ connectionString });
  await database.connect();
  try {
    const { rows } = await database.query<UnfinishedRun>(
      `select r.id, r.uuid, r.called_number, r.state, r.outcome, r.created_at, r.carrier_requested_at,
         r.carrier_accepted_at, r.carrier_call_id, r.ended_at,
         (select array_agg(e.event_id order by e.received_at) from carrier_events e where e.run_id = r.id) as carrier_events
       from call_runs r where r.campaign_id = $1 and r.state in ('queued', 'dialing', 'ringing', 'in_progress')
       order by r.id limit ${CALLS_SHOWN}`,
      [campaignId],
    );
    return rows;
  } finally {
    await database.end();
  }
};

/** A history does not say how a local activity fails, which is tried again within its task: the worker's log does. */
const openWarnings = (dataDir: string): ((run: UnfinishedRun) => string | undefined) => {
  const file = join(dataDir, "logs", "worker.log");
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  return ({ uuid }) => lines.findLast((line) => line.includes(uuid));
};

/** Newest last, one on a line. */
const readLastEvents = async (client: Client, workflowId: string): Promise<string> => {
  const handle = client.workflow.getHandle(workflowId);
  const { events } = await handle.fetchHistory();
  const { status, raw } = await handle.describe();
  const lines = (events ?? []).slice(-EVENTS_SHOWN).map((event) => `  ${JSON.stringify(event)}`);
  const pending = JSON.stringify([raw.pendingWorkflowTask, raw.pendingActivities]);
  return [`  ${status.name}, pending: ${pending}`, ...lines].join("\n");
};

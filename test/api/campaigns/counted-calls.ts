import { sql } from "kysely";
import { getCampaignOperation, startCampaignOperation } from "../../../api/campaigns/campaigns.operations.ts";
import { listAccountsWithDueReports } from "../../../infra/postgres/call/awaited-reports.repository.ts";
import { callRunContract } from "../../../workflows/call-run/call-run.contract.ts";
import {
  carrierReportsContract,
  carrierReportsStartOptions,
} from "../../../workflows/carrier-reports/carrier-reports.contract.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createCampaign, createContactListRows } from "../../factories/campaigns.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { type CallWrites, openWriteLog, type WriteLog } from "../../harness/counts/call-writes.ts";
import { countEvents } from "../../harness/counts/history-counts.ts";
import { listenToStatements, type StatementListener, type Work } from "../../harness/counts/statements.ts";
import { type HttpReceiver, type ReceivedRequest, startHttpReceiver } from "../../harness/http-receiver.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { startTestSimulator } from "../../harness/test-simulator.ts";
import { createTestNamespace } from "../../harness/test-temporal.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startTestWorker } from "./running-worker.ts";

export interface CallCost {
  /** Events of its workflow's history, by kind. */
  events: Record<string, number>;
  /** The statements of each transaction, in the order of the transactions. */
  work: string[][];
  /** How often each of them waited for the database. */
  waits: number[];
  writes: CallWrites;
}

/** Only what seals the record does this. */
const SEALING = "delete from unsealed_entries";

/** Places calls whose cost is counted. */
export interface CountedCalls {
  /** Makes an answered call in a campaign of its own. */
  makeCall(): Promise<CallCost>;
  /** Asks the carrier for the prices of all calls so far; returns how many have one, and how many workflows of calls are open. */
  gatherPrices(): Promise<{ calls: number; priced: number; openWorkflows: number }>;
  close(): Promise<void>;
}

interface Stage {
  test: TestDatabase;
  api: TestApi;
  tenant: Tenant;
  operator: ApiClient;
  agentId: number;
  /** Receives the carrier's callbacks, which are handed on one after another. */
  intake: HttpReceiver;
  statements: StatementListener;
  writeLog: WriteLog;
}

/** The carrier prices a call so long after its end, in phone time. */
export const openCountedCalls = async ({ priceDelaySeconds = 0 } = {}): Promise<CountedCalls> => {
  const statements = listenToStatements();
  const test = await createTestDatabase();
  await planForAllValues(test);
  const writeLog = await openWriteLog(test.everything);
  const simulator = await startTestSimulator({
    script: {
      speed: 1000,
      price_delay_seconds: priceDelaySeconds,
      defaults: { outcomes: ["answered"], ring_seconds: 1, talk_seconds: 14 },
    },
  });
  const intake = await startHttpReceiver();
  const namespace = await createTestNamespace();
  const api = await startTestApi(test, {
    environment: {
      CARRIER_SIMULATOR_BASE_URL: simulator.baseUrl,
      TEMPORAL_NAMESPACE: namespace,
      PUBLIC_BASE_URL: intake.url,
    },
  });
  const worker = await startTestWorker(test, { api, namespace, publicBaseUrl: intake.url });
  const tenant = await createTenant(test);
  const operator = api.client({ token: tenant.operator.token });
  const { agentId } = await createAgentRows(test, tenant);
  const stage = { test, api, tenant, operator, agentId, intake, statements, writeLog };
  let made = 0;
  return {
    makeCall: () => {
      made += 1;
      return makeCall(stage, `+1415555${String(made).padStart(4, "0")}`);
    },
    gatherPrices: () => gatherPrices(stage),
    close: async () => {
      await worker.stop();
      await api.close();
      await simulator.close();
      await intake.close();
      await writeLog.close();
      await test.drop();
      statements.stop();
    },
  };
};

/**
 * The worker prepares what it asks again and again, and PostgreSQL soon plans it once for all values. What such a plan
 * cannot do fails here, and not after some hours at a site.
 */
const planForAllValues = async ({ everything }: TestDatabase): Promise<void> => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(everything);
  const database = sql.id(rows[0]?.name ?? "");
  await sql`alter database ${database} set plan_cache_mode = force_generic_plan`.execute(everything);
};

const makeCall = async (stage: Stage, number: string): Promise<CallCost> => {
  const { test, api, tenant, operator, intake, statements, writeLog } = stage;
  const campaignId = await createCampaignOf(stage, number);
  // Whether a row can be updated in place must not depend on the calls before.
  await sql`vacuum full call_runs, campaign_contacts, campaign_figures`.execute(test.everything);
  const from = await writeLog.end();
  const params = { campaign_id: campaignId };
  await operator.call(startCampaignOperation, { params, body: { consent_attested: true } });
  const uuid = await waitUntil("the call is dialled", () => findDialledRun(test, campaignId));
  const workflowId = callRunContract.workflowId({ organizationId: tenant.organizationId, runUuid: uuid });
  const handle = api.dependencies.temporal.workflow.getHandle(workflowId);
  const eventsNow = async () => (await handle.fetchHistory()).events ?? [];
  await waitUntil("its workflow waits for the carrier's word", async () =>
    (await eventsNow()).some(({ timerStartedEventAttributes }) => timerStartedEventAttributes),
  );
  for (const type of ["ringing", "answered", "completed"]) {
    await handOn(api, await waitUntil(`the carrier has told ${type}`, () => findCallback(intake, { uuid, type })));
  }
  await handle.result();
  await waitUntil("the campaign is over", async () => {
    return (await operator.call(getCampaignOperation, { params })).body.state === "completed";
  });
  // The end of the campaign has its record sealed, which costs a campaign and no call: `npm run bench -- record` measures it.
  const work = statements.workWith([uuid, `:${number}"`]).filter(({ shapes }) => !shapes.includes(SEALING));
  return {
    events: countEvents(await eventsNow()),
    work: work.map(shapesOf),
    waits: work.map(({ waits }) => waits),
    writes: await writeLog.writesSince(from),
  };
};

const gatherPrices = async (stage: Stage) => {
  const { test, api, tenant } = stage;
  if (!(await gatherOnce(stage))) throw new Error("no price is awaited");
  // The carrier's ten minutes are over soon, but not for a call that has only just ended.
  await waitUntil("the carrier has told every price", async () => !(await gatherOnce(stage)));
  const runs = await test.everything
    .selectFrom("call_runs")
    .select("cost_minor")
    .where("organization_id", "=", tenant.organizationId)
    .execute();
  const { count } = await api.dependencies.temporal.workflow.count(
    "WorkflowType = 'callRun' and ExecutionStatus = 'Running'",
  );
  return {
    calls: runs.length,
    priced: runs.filter(({ cost_minor }) => cost_minor !== null).length,
    openWorkflows: count,
  };
};

/** Asks for all prices that are awaited; false: none is. */
const gatherOnce = async ({ test, api }: Stage): Promise<boolean> => {
  await test.everything
    .updateTable("awaited_reports")
    .set({ due_at: new Date(Date.now() - 1000) })
    .execute();
  const [account] = await listAccountsWithDueReports(test.database);
  if (!account) return false;
  await api.dependencies.temporal.workflow.execute(carrierReportsContract.type, carrierReportsStartOptions(account));
  return true;
};

const createCampaignOf = async ({ test, tenant, operator, agentId }: Stage, number: string): Promise<number> => {
  const contact_list_id = await createContactListRows(test, tenant, [{ phone_number: number, name: "Somebody" }]);
  const { id } = await createCampaign(operator, {
    workflow_id: agentId,
    contact_list_id,
    retry_config: { enabled: false },
  });
  return id;
};

const findDialledRun = async (test: TestDatabase, campaignId: number): Promise<string | undefined> => {
  const run = await test.everything
    .selectFrom("call_runs")
    .select("uuid")
    .where("campaign_id", "=", campaignId)
    .where("carrier_accepted_at", "is not", null)
    .executeTakeFirst();
  return run?.uuid;
};

const findCallback = (
  { requests }: HttpReceiver,
  { uuid, type }: { uuid: string; type: string },
): ReceivedRequest | undefined =>
  requests.find(({ url, body }) => url.includes(uuid) && body.includes(`"type":"${type}"`));

const handOn = async ({ baseUrl }: TestApi, { url, method, headers, body }: ReceivedRequest): Promise<void> => {
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" && /^(content-type|x-)/.test(name) ? [[name, value]] : [],
  );
  // A machine that is too busy answers 503, and carriers send again.
  await waitUntil("the callback is taken", async () => {
    const answer = await fetch(`${baseUrl}${url}`, { method, headers: given, body });
    return answer.ok;
  });
};

/** "2× select campaigns"; in the order of the alphabet: what is counted is how many there are. */
const shapesOf = ({ shapes }: Work): string[] =>
  [...new Set(shapes)].toSorted().map((shape) => {
    const times = shapes.filter((each) => each === shape).length;
    return times === 1 ? shape : `${times}× ${shape}`;
  });

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { getCampaignOperation, startCampaignOperation } from "../../../api/campaigns/campaigns.operations.ts";
import { callRunContract } from "../../../workflows/call-run/call-run.contract.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createCampaign, createContactListRows } from "../../factories/campaigns.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { type CallWrites, openWriteLog, type WriteLog } from "../../harness/counts/call-writes.ts";
import { countEvents, sumOf } from "../../harness/counts/history-counts.ts";
import { listenToStatements, type StatementListener, type Work } from "../../harness/counts/statements.ts";
import { type HttpReceiver, type ReceivedRequest, startHttpReceiver } from "../../harness/http-receiver.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { startTestSimulator } from "../../harness/test-simulator.ts";
import { createTestNamespace } from "../../harness/test-temporal.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startTestWorker } from "./running-worker.ts";

/*
 * What one answered call of a campaign costs, counted: every figure is exact and the same on any machine. Whoever adds an
 * event, a statement or an index entry to the path sees here which, and either takes it away again or writes down the new
 * count beside the reason for it. The carrier's callbacks are kept back and handed on one after another, each when what
 * went before is written; a call that a busy machine has disturbed is made again.
 */

let test: TestDatabase;
let statements: StatementListener;
let writeLog: WriteLog;
/** Where the carrier's callbacks arrive. */
let intake: HttpReceiver;
let simulator: { baseUrl: string; close(): Promise<void> };
let api: TestApi;
let worker: { stop(): Promise<void> };
let tenant: Tenant;
let operator: ApiClient;
let agentId: number;

beforeAll(async () => {
  statements = listenToStatements();
  test = await createTestDatabase();
  writeLog = await openWriteLog(test.everything);
  simulator = await startTestSimulator({
    script: { speed: 1000, defaults: { outcomes: ["answered"], ring_seconds: 1, talk_seconds: 14 } },
  });
  intake = await startHttpReceiver();
  const namespace = await createTestNamespace();
  api = await startTestApi(test, {
    environment: {
      CARRIER_SIMULATOR_BASE_URL: simulator.baseUrl,
      TEMPORAL_NAMESPACE: namespace,
      PUBLIC_BASE_URL: intake.url,
    },
  });
  worker = await startTestWorker(test, { api, namespace, publicBaseUrl: intake.url });
  tenant = await createTenant(test);
  operator = api.client({ token: tenant.operator.token });
  ({ agentId } = await createAgentRows(test, tenant));
});
afterAll(async () => {
  await worker.stop();
  await api.close();
  await simulator.close();
  await intake.close();
  await writeLog.close();
  await test.drop();
  statements.stop();
});

interface CallCost {
  events: Record<string, number>;
  /** The transactions in their order, the statements of each by name. */
  work: string[];
  writes: CallWrites;
}

let dialled = 0;

const makeCall = async (): Promise<CallCost> => {
  dialled += 1;
  const number = `+1415555${String(dialled).padStart(4, "0")}`;
  const contact_list_id = await createContactListRows(test, tenant, [{ phone_number: number, name: "Somebody" }]);
  const campaign = await createCampaign(operator, {
    workflow_id: agentId,
    contact_list_id,
    retry_config: { enabled: false },
  });
  const params = { campaign_id: campaign.id };
  const from = await writeLog.end();
  await operator.call(startCampaignOperation, { params, body: { consent_attested: true } });
  const uuid = await waitUntil("the call is dialled", () => runOf(campaign.id));
  const workflowId = callRunContract.workflowId({ organizationId: tenant.organizationId, runUuid: uuid });
  const handle = api.dependencies.temporal.workflow.getHandle(workflowId);
  const eventsNow = async () => (await handle.fetchHistory()).events ?? [];
  await waitUntil("its workflow waits for the carrier's word", async () =>
    (await eventsNow()).some(({ timerStartedEventAttributes }) => timerStartedEventAttributes),
  );
  for (const type of ["ringing", "answered", "completed"]) {
    await handOn(await waitUntil(`the carrier has told ${type}`, () => callbackOf(uuid, type)));
  }
  await handle.result();
  await waitUntil("the campaign is over", async () => {
    return (await operator.call(getCampaignOperation, { params })).body.state === "completed";
  });
  return {
    events: countEvents(await eventsNow()),
    work: statements.workWith([uuid, `:${number}"`]).map(sentenceOf),
    writes: await writeLog.writesSince(from),
  };
};

const runOf = async (campaignId: number): Promise<string | undefined> => {
  const run = await test.everything
    .selectFrom("call_runs")
    .select("uuid")
    .where("campaign_id", "=", campaignId)
    .where("carrier_accepted_at", "is not", null)
    .executeTakeFirst();
  return run?.uuid;
};

const callbackOf = (uuid: string, type: string): ReceivedRequest | undefined =>
  intake.requests.find(({ url, body }) => url.includes(uuid) && body.includes(`"type":"${type}"`));

const handOn = async ({ url, method, headers, body }: ReceivedRequest): Promise<void> => {
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" && /^(content-type|x-)/.test(name) ? [[name, value]] : [],
  );
  const answer = await fetch(`${api.baseUrl}${url}`, { method, headers: given, body });
  expect(answer.status).toBeLessThan(300);
};

const sentenceOf = ({ shapes }: Work): string => shapes.toSorted().join("; ");

/** The least of what some calls cost: a busy machine adds to it, and takes nothing away. */
const leastCostOf = async (expectedEvents: number, most: number): Promise<CallCost> => {
  let least = await makeCall();
  for (let made = 1; made < most && sumOf(least.events) > expectedEvents; made += 1) {
    const next = await makeCall();
    if (sumOf(next.events) < sumOf(least.events)) least = next;
  }
  return least;
};

describe("a campaign's call that is answered", () => {
  let cost: CallCost;
  beforeAll(async () => {
    // The first call of a process also reads what later ones know.
    await makeCall();
    cost = await leastCostOf(14, 5);
  });

  it("has these events in its workflow", () => {
    expect(cost.events).toEqual({});
  });

  it("asks the database for this, in these transactions", () => {
    expect(cost.work).toEqual([]);
  });

  it("writes these rows", () => {
    expect(cost.writes.rows).toEqual({});
  });

  it("adds these index entries", () => {
    expect(cost.writes.indexEntries).toEqual({});
  });
});

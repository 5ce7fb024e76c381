import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { getWhatIfOperation, listWhatIfsOperation } from "../../../api/campaigns/campaign-reading.operations.ts";
import {
  askWhatIfOperation,
  getCampaignOperation,
  pauseCampaignOperation,
  resumeCampaignOperation,
  startCampaignOperation,
  updateCampaignOperation,
} from "../../../api/campaigns/campaigns.operations.ts";
import { addDoNotCallOperation } from "../../../api/contacts/do-not-call.operations.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createCampaign, createContactListRows, someContacts } from "../../factories/campaigns.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { SIMULATOR_SIGNING_KEY, startTestSimulator } from "../../harness/test-simulator.ts";
import { createTestNamespace } from "../../harness/test-temporal.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { createSimulatorClient } from "../../infra/simulator/simulator-client.ts";
import { startTestWorker } from "./running-worker.ts";

let test: TestDatabase;
let api: TestApi;
let carrier: { baseUrl: string; close(): Promise<void> };
let simulator: ReturnType<typeof createSimulatorClient>;
let worker: { stop(): Promise<void> };
let tenant: Tenant;
let operator: ApiClient;
let agent: { agentId: number; versionId: number };

const MIXED = {
  speed: 100_000,
  defaults: { weights: { answered: 3, busy: 2, no_answer: 3, voicemail: 1, failed: 1, opted_out: 1 } },
};

beforeAll(async () => {
  test = await createTestDatabase();
  carrier = await startTestSimulator({ script: MIXED });
  simulator = createSimulatorClient(carrier.baseUrl, SIMULATOR_SIGNING_KEY);
  const namespace = await createTestNamespace();
  api = await startTestApi(test, {
    environment: { CARRIER_SIMULATOR_BASE_URL: carrier.baseUrl, TEMPORAL_NAMESPACE: namespace },
  });
  worker = await startTestWorker(test, { api, namespace });
  tenant = await createTenant(test);
  operator = api.client({ token: tenant.operator.token });
  agent = await createAgentRows(test, tenant);
});
afterAll(async () => {
  await worker.stop();
  await api.close();
  await carrier.close();
  await test.drop();
});

const at = (campaignId: number) => ({ params: { campaign_id: campaignId } });
const stateIs = (id: number, state: string) =>
  waitUntil(
    `campaign ${id} is ${state}`,
    async () => (await operator.call(getCampaignOperation, at(id))).body.state === state,
  );

const RETRIES = { enabled: true, max_retries: 2, retry_delay_seconds: 0 };

const draftFor = async (contacts: ReturnType<typeof someContacts>, settings: object = {}) => {
  const contact_list_id = await createContactListRows(test, tenant, contacts);
  const body = { workflow_id: agent.agentId, contact_list_id, retry_config: RETRIES, max_concurrency: 3, ...settings };
  return (await createCampaign(operator, body)).id;
};

type Asked = Parameters<typeof operator.call<typeof askWhatIfOperation>>[1]["body"];

const ask = async (id: number, body: Asked) => {
  const { body: asked } = await operator.call(askWhatIfOperation, { ...at(id), body });
  const params = { campaign_id: id, what_if_id: asked.id };
  const read = async () => (await operator.call(getWhatIfOperation, { params })).body;
  await waitUntil("it is answered", async () => (await read()).state !== "running");
  const answered = await read();
  expect(answered).toMatchObject({ state: "done", error: null });
  if (!answered.result) throw new Error("it has no answer");
  return answered.result;
};

const play = async (count: number, settings: object = {}) => {
  const id = await draftFor(someContacts(count), settings);
  await operator.call(startCampaignOperation, { ...at(id), body: {} });
  await stateIs(id, "completed");
  return id;
};

describe("what a campaign that was really played would have done", () => {
  it("its own settings give its own attempts, and others fewer", async () => {
    const id = await play(24);
    const own = await ask(id, {});
    expect(own).toMatchObject({ differing: 0, drawn: 0, seeds: 1, known_until: null });
    expect(own.would).toEqual(own.was);
    const record = (await simulator.record()).length;
    expect(own.was.attempts).toBe(record);
    const once = await ask(id, { retry_config: { max_retries: 0 } });
    expect(once.would.attempts).toBe(24);
    expect(once.was).toEqual(own.was);
    const { body: list } = await operator.call(listWhatIfsOperation, at(id));
    expect(list.what_ifs.map(({ settings }) => settings)).toEqual([{ retry_config: { max_retries: 0 } }, {}]);
  });
});

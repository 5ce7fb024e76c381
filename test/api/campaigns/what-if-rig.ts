import type { z } from "zod";
import { getWhatIfOperation } from "../../../api/campaigns/campaign-reading.operations.ts";
import {
  askWhatIfOperation,
  getCampaignOperation,
  startCampaignOperation,
} from "../../../api/campaigns/campaigns.operations.ts";
import type { whatIfAnswer } from "../../../api/campaigns/what-if.schemas.ts";
import { createPriceTable } from "../../../infra/telephony/price-table.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createCampaign, createContactListRows, type someContacts } from "../../factories/campaigns.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { SIMULATOR_SIGNING_KEY, startTestSimulator } from "../../harness/test-simulator.ts";
import { createTestNamespace } from "../../harness/test-temporal.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { createSimulatorClient } from "../../infra/simulator/simulator-client.ts";

type Asked = z.input<NonNullable<(typeof askWhatIfOperation)["body"]>>;

/** A platform whose campaigns are really played by the simulator, and asked afterwards what they would have done. */
export interface WhatIfRig {
  test: TestDatabase;
  api: TestApi;
  namespace: string;
  carrierUrl: string;
  simulator: ReturnType<typeof createSimulatorClient>;
  tenant: Tenant;
  operator: ApiClient;
  draftFor(contacts: ReturnType<typeof someContacts>, settings?: object): Promise<number>;
  start(campaignId: number): Promise<void>;
  progressOf(campaignId: number): Promise<{ state: string; executed: number }>;
  stateIs(campaignId: number, state: string): Promise<void>;
  hasCalled(campaignId: number, calls: number): Promise<void>;
  ask(campaignId: number, body: Asked): Promise<NonNullable<z.output<typeof whatIfAnswer>["result"]>>;
  close(): Promise<void>;
}

export const MIXED = { answered: 3, busy: 2, no_answer: 3, voicemail: 1, failed: 1, opted_out: 1 };
export const RETRIES = { enabled: true, max_retries: 2, retry_delay_seconds: 0 };

export const at = (campaignId: number) => ({ params: { campaign_id: campaignId } });

export const openWhatIfRig = async (): Promise<WhatIfRig> => {
  const test = await createTestDatabase();
  const carrier = await startTestSimulator({ script: { speed: 100_000, defaults: { weights: MIXED } } });
  const namespace = await createTestNamespace();
  const prices = createPriceTable({
    simulator: { per_minute_minor: 1, billed_every_seconds: 60, currency: "USD", destinations: {} },
  });
  const api = await startTestApi(test, {
    environment: { CARRIER_SIMULATOR_BASE_URL: carrier.baseUrl, TEMPORAL_NAMESPACE: namespace },
    dependencies: { prices },
  });
  const tenant = await createTenant(test);
  const operator = api.client({ token: tenant.operator.token });
  const agent = await createAgentRows(test, tenant);
  const progressOf = async (id: number) => {
    const { state, executed_count: executed } = (await operator.call(getCampaignOperation, at(id))).body;
    return { state, executed };
  };
  return {
    test,
    api,
    namespace,
    carrierUrl: carrier.baseUrl,
    simulator: createSimulatorClient(carrier.baseUrl, SIMULATOR_SIGNING_KEY),
    tenant,
    operator,
    progressOf,
    draftFor: async (contacts, settings = {}) => {
      const contact_list_id = await createContactListRows(test, tenant, contacts);
      const body = {
        workflow_id: agent.agentId,
        contact_list_id,
        retry_config: RETRIES,
        max_concurrency: 3,
        ...settings,
      };
      return (await createCampaign(operator, body)).id;
    },
    start: async (id) => void (await operator.call(startCampaignOperation, { ...at(id), body: {} })),
    stateIs: async (id, state) =>
      void (await waitUntil(`campaign ${id} is ${state}`, async () => (await progressOf(id)).state === state)),
    hasCalled: async (id, calls) =>
      void (await waitUntil(`${calls} calls are made`, async () => (await progressOf(id)).executed >= calls)),
    ask: async (id, body) => {
      const { body: asked } = await operator.call(askWhatIfOperation, { ...at(id), body });
      const params = { campaign_id: id, what_if_id: asked.id };
      const read = async () => (await operator.call(getWhatIfOperation, { params })).body;
      await waitUntil("it is answered", async () => (await read()).state !== "running");
      const { result, error } = await read();
      if (!result) throw new Error(`it has no answer: ${error}`);
      return result;
    },
    close: async () => {
      await api.close();
      await carrier.close();
      await test.drop();
    },
  };
};

import type { z } from "zod";
import {
  getCampaignOperation,
  pauseCampaignOperation,
  resumeCampaignOperation,
  startCampaignOperation,
} from "../../../api/campaigns/campaigns.operations.ts";
import { addDoNotCallOperation } from "../../../api/contacts/do-not-call.operations.ts";
import { updatePreferencesOperation } from "../../../api/organizations/organizations.operations.ts";
import type { preferencesChanges } from "../../../api/organizations/organizations.schemas.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createCampaign, createContactListRows, type NewContact, someContacts } from "../../factories/campaigns.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { startTestSimulator } from "../../harness/test-simulator.ts";
import { createTestNamespace } from "../../harness/test-temporal.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startTestWorker } from "../campaigns/running-worker.ts";

export interface RecordedCampaign {
  test: TestDatabase;
  api: TestApi;
  tenant: Tenant;
  operator: ApiClient;
  agentId: number;
  campaignId: number;
  close(): Promise<void>;
}

/** On the do-not-call list before the campaign starts. */
export const LISTED = "+14155550002";
const CONTACTS = 12;

interface RecordedOptions {
  contacts?: readonly NewContact[];
  /** What the organization has set before. */
  preferences?: z.input<typeof preferencesChanges>;
}

/** Runs a small campaign over HTTP, with a worker and the simulator: somebody is not to be called, and it is paused once. */
export const runRecordedCampaign = async (options: RecordedOptions = {}): Promise<RecordedCampaign> => {
  const test = await createTestDatabase();
  const simulator = await startTestSimulator({
    script: {
      speed: 200,
      defaults: { outcomes: ["answered", "no_answer", "busy"], ring_seconds: 1, talk_seconds: 14 },
    },
  });
  const namespace = await createTestNamespace();
  const api = await startTestApi(test, {
    environment: { CARRIER_SIMULATOR_BASE_URL: simulator.baseUrl, TEMPORAL_NAMESPACE: namespace },
  });
  const worker = await startTestWorker(test, { api, namespace });
  const close = async () => {
    await worker.stop();
    await api.close();
    await simulator.close();
    await test.drop();
  };
  try {
    return { ...(await runCampaign({ test, api, ...options })), test, api, close };
  } catch (error) {
    // A worker that goes on would keep the tests from ending.
    await close();
    throw error;
  }
};

const runCampaign = async ({
  test,
  api,
  contacts = someContacts(CONTACTS),
  preferences,
}: Pick<RecordedCampaign, "test" | "api"> & RecordedOptions) => {
  const tenant = await createTenant(test);
  if (preferences)
    await api.client({ token: tenant.admin.token }).call(updatePreferencesOperation, { body: preferences });
  const operator = api.client({ token: tenant.operator.token });
  const { agentId } = await createAgentRows(test, tenant);
  await operator.call(addDoNotCallOperation, { body: { phone_numbers: [LISTED] } });
  const contact_list_id = await createContactListRows(test, tenant, contacts);
  const { id: campaignId } = await createCampaign(operator, {
    workflow_id: agentId,
    contact_list_id,
    max_concurrency: 2,
    retry_config: { enabled: true, max_retries: 1, retry_delay_seconds: 1 },
  });
  const params = { campaign_id: campaignId };
  await operator.call(startCampaignOperation, { params, body: { consent_attested: true } });
  await waitUntil("the first calls are over", async () => (await countEnded(test, campaignId)) >= 2);
  await operator.call(pauseCampaignOperation, { params });
  await operator.call(resumeCampaignOperation, { params });
  await waitUntil("the campaign is over", async () => {
    return (await operator.call(getCampaignOperation, { params })).body.state === "completed";
  });
  return { tenant, operator, agentId, campaignId };
};

const countEnded = async ({ everything }: TestDatabase, campaignId: number): Promise<number> => {
  const { calls } = await everything
    .selectFrom("call_runs")
    .select(({ fn }) => fn.countAll<number>().as("calls"))
    .where("campaign_id", "=", campaignId)
    .where("ended_at", "is not", null)
    .executeTakeFirstOrThrow();
  return calls;
};

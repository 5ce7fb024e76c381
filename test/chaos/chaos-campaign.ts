import { createAgentOperation } from "../../api/agents/agents.operations.ts";
import { signUpOperation } from "../../api/auth/auth.operations.ts";
import { createCampaignOperation } from "../../api/campaigns/campaigns.operations.ts";
import {
  createContactListOperation,
  createUploadUrlOperation,
  getContactImportOperation,
  importContactsOperation,
} from "../../api/contacts/contacts.operations.ts";
import { createConfigurationOperation } from "../../api/telephony/telephony.operations.ts";
import type { RunningStack } from "../../infra/local/stack.ts";
import type { SimulatorScriptInput } from "../../infra/telephony/simulator/simulator.script.ts";
import { minimalDefinition } from "../factories/agents.ts";
import { type ApiClient, createApiClient } from "../harness/api-client.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { createSimulatorClient } from "../infra/telephony/simulator/simulator-client.ts";

/** Short calls over a network with every bad manner that the simulator has. */
const SCRIPT: SimulatorScriptInput = {
  seed: "chaos",
  speed: 100,
  defaults: {
    ring_seconds: [2, 8],
    talk_seconds: [10, 90],
    misbehaviours: {
      throttled: 0.04,
      retry_after_seconds: 1,
      server_error: 0.01,
      request_lost: 0.01,
      response_lost: 0.04,
      slow_response: 0.05,
      slow_response_ms: 400,
      event_before_response: 0.1,
      callback_lost: 0.02,
      callback_duplicated: 0.2,
      callback_reordered: 0.2,
    },
  },
};

/** +1 202 555 0100 and so on, over as many area codes as it takes: numbers of fiction. */
const AREA_CODES = [202, 212, 213, 305, 312, 404, 415, 503];
export const fictionalNumbers = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `+1${AREA_CODES[Math.floor(index / 100)]}5550${100 + (index % 100)}`);

export interface ChaosCampaign {
  client: ApiClient;
  simulator: ReturnType<typeof createSimulatorClient>;
  account: string;
  campaignId: number;
  numbers: string[];
}

/** An organization with a list, an agent and a draft campaign, all through the API. */
export const prepareChaosCampaign = async (stack: RunningStack, contacts: number): Promise<ChaosCampaign> => {
  const client = await signUp(stack);
  const simulator = createSimulatorClient(
    stack.addresses.simulator ?? "",
    stack.environment["SIMULATOR_SIGNING_KEY"] ?? "",
  );
  const account = `chaos-${Date.now()}`;
  await simulator.writeScript(SCRIPT, `?account=${account}`);
  const numbers = fictionalNumbers(contacts);
  const listId = await importNumbers(client, numbers);
  const carrier = await client.call(createConfigurationOperation, {
    body: { name: account, config: { provider: "simulator", account } },
  });
  const agent = await client.call(createAgentOperation, {
    body: { name: "Chaos", workflow_definition: minimalDefinition() },
  });
  const campaign = await client.call(createCampaignOperation, {
    body: {
      name: "Chaos",
      workflow_id: agent.body.id,
      contact_list_id: listId,
      telephony_configuration_id: carrier.body.id,
      max_concurrency: 25,
      retry_config: { max_retries: 2, retry_delay_seconds: 1 },
      consent_attested: true,
    },
  });
  return { client, simulator, account, campaignId: campaign.body.id, numbers };
};

const signUp = async ({ addresses }: RunningStack): Promise<ApiClient> => {
  const visitor = createApiClient(addresses.api);
  const { body } = await visitor.call(signUpOperation, {
    body: { email: `chaos-${Date.now()}@example.com`, password: "a long enough password" },
  });
  return createApiClient(addresses.api, { token: body.token });
};

const importNumbers = async (client: ApiClient, numbers: string[]): Promise<number> => {
  const file = Buffer.from(
    `phone_number,name\n${numbers.map((number, index) => `${number},Person ${index}`).join("\n")}\n`,
  );
  const list = await client.call(createContactListOperation, { body: { name: "Chaos" } });
  const upload = await client.call(createUploadUrlOperation, {
    body: { file_name: "chaos.csv", file_size: file.length, content_type: "text/csv" },
  });
  await fetch(upload.body.upload_url, { method: "PUT", body: new Uint8Array(file), headers: upload.body.headers });
  const params = { contact_list_id: list.body.id };
  const started = await client.call(importContactsOperation, {
    params,
    body: { object_store_key: upload.body.object_store_key },
  });
  await waitUntil("the contacts are imported", async () => {
    const { body } = await client.call(getContactImportOperation, {
      params: { ...params, import_id: started.body.import_id },
    });
    return body.status === "completed" && body.imported === numbers.length;
  });
  return list.body.id;
};

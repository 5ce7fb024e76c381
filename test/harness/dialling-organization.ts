import type { z } from "zod";
import { createAgentOperation } from "../../api/agents/agents.operations.ts";
import { confirmSignUpOperation, logInOperation, signUpOperation } from "../../api/auth/auth.operations.ts";
import { createCampaignOperation } from "../../api/campaigns/campaigns.operations.ts";
import {
  createContactListOperation,
  createUploadUrlOperation,
  getContactImportOperation,
  importContactsOperation,
} from "../../api/contacts/contacts.operations.ts";
import { createTelephonyAccountOperation } from "../../api/telephony/telephony.operations.ts";
import type { RunningStack } from "../../infra/local/stack.ts";
import type { SimulatorScriptInput } from "../../infra/simulator/script.ts";
import { minimalDefinition } from "../factories/agents.ts";
import { createSimulatorClient } from "../infra/simulator/simulator-client.ts";
import { type ApiClient, createApiClient } from "./api-client.ts";
import type { MailServer } from "./mail-server.ts";
import { waitUntil } from "./wait-until.ts";

type CampaignBody = z.input<NonNullable<typeof createCampaignOperation.body>>;

/** An organization of a running stack with an agent and an account of the simulator, all made through the API. */
export interface DiallingOrganization {
  client: ApiClient;
  simulator: ReturnType<typeof createSimulatorClient>;
  /** Its name at the simulator: the query of its record. */
  account: string;
  organizationId: number;
  telephonyAccountId: number;
  /** Imports a file of these numbers, of people in this zone where one is given; returns the id of the list. */
  importNumbers(numbers: readonly string[], timezone?: string): Promise<number>;
  /** Makes a draft campaign over a list and returns its id. */
  createCampaign(listId: number, settings?: Partial<CampaignBody>): Promise<number>;
  /** Logs its owner in again; returns until when that is good. */
  logIn(): Promise<string>;
}

export const openDiallingOrganization = async (
  stack: RunningStack,
  script: SimulatorScriptInput,
  { conversations, mail }: { conversations?: true; mail?: MailServer } = {},
): Promise<DiallingOrganization> => {
  const account = `account-${crypto.randomUUID()}`;
  const { client, organizationId, logIn } = await signUp(stack, mail);
  const simulator = createSimulatorClient(
    stack.addresses.simulator ?? "",
    stack.environment["SIMULATOR_SIGNING_KEY"] ?? "",
  );
  await simulator.writeScript(script, `?account=${account}`);
  const configuration = await client.call(createTelephonyAccountOperation, {
    body: { name: account, config: { provider: "simulator", account, ...(conversations && { conversations }) } },
  });
  const agent = await client.call(createAgentOperation, {
    body: {
      name: "Caller",
      workflow_definition: minimalDefinition(),
      // The reservation for a call is its highest cost.
      workflow_configurations: { max_call_duration: 100 },
    },
  });
  const createCampaign = async (listId: number, settings: Partial<CampaignBody> = {}): Promise<number> => {
    const { body } = await client.call(createCampaignOperation, {
      body: {
        name: "Everybody",
        workflow_id: agent.body.id,
        contact_list_id: listId,
        telephony_configuration_id: configuration.body.id,
        consent_attested: true,
        ...settings,
      },
    });
    return body.id;
  };
  return {
    client,
    simulator,
    account,
    organizationId,
    telephonyAccountId: configuration.body.id,
    importNumbers: (numbers, timezone) => importNumbers(client, numbers, timezone),
    createCampaign,
    logIn,
  };
};

const PASSWORD = "a long enough password";

/** Where the platform sends mail, the link in it makes the account. */
const signUp = async ({ addresses }: RunningStack, mail?: MailServer) => {
  const visitor = createApiClient(addresses.api);
  const email = `${crypto.randomUUID()}@example.com`;
  const { body } = mail
    ? await confirmByMail(visitor, { email, mail })
    : await visitor.call(signUpOperation, { body: { email, password: PASSWORD } });
  return {
    client: createApiClient(addresses.api, { token: body.token }),
    organizationId: body.user.organization_id,
    logIn: async () => (await visitor.call(logInOperation, { body: { email, password: PASSWORD } })).body.expires_at,
  };
};

const confirmByMail = async (visitor: ApiClient, { email, mail }: { email: string; mail: MailServer }) => {
  await visitor.fetch("/api/v1/auth/signup", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const token = await waitUntil("the mail of the sign-up has come", () => {
    const sent = mail.mails.find(({ to }) => to.includes(email));
    return sent && /#(\S+)/.exec(sent.text)?.[1];
  });
  return visitor.call(confirmSignUpOperation, { body: { token, password: PASSWORD } });
};

const importNumbers = async (client: ApiClient, numbers: readonly string[], timezone = ""): Promise<number> => {
  const rows = numbers.map((number, index) => `${number},Person ${index},${timezone}`);
  const file = Buffer.from(`phone_number,name,timezone\n${rows.join("\n")}\n`);
  const list = await client.call(createContactListOperation, { body: { name: "Everybody" } });
  const upload = await client.call(createUploadUrlOperation, {
    body: { file_name: "everybody.csv", file_size: file.length, content_type: "text/csv" },
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

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client, Connection } from "@temporalio/client";
import { historyToJSON } from "@temporalio/common/lib/proto-utils.js";
import { createAgentOperation } from "../../../api/agents/agents.operations.ts";
import { createApiKeyOperation } from "../../../api/api-keys/api-keys.operations.ts";
import { logInOperation } from "../../../api/auth/auth.operations.ts";
import { initiateCallOperation } from "../../../api/calls/calls.operations.ts";
import { campaignProgressOperation } from "../../../api/campaigns/campaign-reading.operations.ts";
import { startCampaignOperation } from "../../../api/campaigns/campaigns.operations.ts";
import { addDoNotCallOperation } from "../../../api/contacts/do-not-call.operations.ts";
import { createTelephonyAccountOperation } from "../../../api/telephony/telephony.operations.ts";
import type { RunningStack } from "../../../infra/local/stack.ts";
import { minimalDefinition } from "../../factories/agents.ts";
import { fictionalNumbers } from "../../factories/fictional-numbers.ts";
import { createApiClient } from "../../harness/api-client.ts";
import { type DiallingOrganization, openDiallingOrganization } from "../../harness/dialling-organization.ts";
import { waitUntil } from "../../harness/wait-until.ts";

/** Everybody who is called, refused or asked about; whatever of them is written down whole is a fault. */
export const NUMBERS = fictionalNumbers(24);
const [ON_DO_NOT_CALL = "", ASKED_ABOUT = "", REFUSED = "", BUSY = ""] = NUMBERS;

/** Texts that people send and nobody may read again. */
export const TYPED_SECRETS = {
  password: "a-password-that-is-wrong",
  twilioToken: "fedcba9876543210fedcba9876543210",
  forgedKey: "vap_live_AAAABBBBCCCCDDDDEEEEFFFFGGGGHHHH",
  forgedToken: "AAAABBBBCCCCDDDDEEEEFFFFGGGGHHHHIIIIJJJJKKK",
  queryToken: "a-token-in-a-query-0123456789",
};

const match = (number: string) => `^\\${number}$`;

/** Runs a campaign with every kind of end, and requests as bad as they come; returns what must not be found afterwards. */
export const playStory = async (stack: RunningStack, traceparent: string): Promise<string[]> => {
  const organization = await openDiallingOrganization(stack, {
    speed: 1000,
    defaults: {
      outcomes: ["answered", "no_answer"],
      ring_seconds: 1,
      talk_seconds: 5,
      misbehaviours: { callback_duplicated: 0.5 },
    },
    rules: [
      { match: match(REFUSED), outcomes: ["invalid_number"] },
      { match: match(BUSY), outcomes: ["busy", "opted_out"], misbehaviours: { throttled_times: 1 } },
    ],
  });
  const { client } = organization;
  const { body } = await client.call(createApiKeyOperation, { body: { name: "for scripts" } });
  await client.call(addDoNotCallOperation, { body: { phone_numbers: [ON_DO_NOT_CALL] } });
  await runCampaign(organization, traceparent);
  await dialInVain(organization);
  await askBadly(stack, organization);
  await createApiClient(stack.addresses.api, { apiKey: body.api_key }).fetch("/api/v1/auth/me");
  return [body.api_key, ...Object.values(TYPED_SECRETS)];
};

const runCampaign = async (organization: DiallingOrganization, traceparent: string): Promise<void> => {
  const { client, importNumbers, createCampaign } = organization;
  const listId = await importNumbers(NUMBERS.filter((number) => number !== ASKED_ABOUT));
  const campaign_id = await createCampaign(listId, { retry_config: { max_retries: 1, retry_delay_seconds: 1 } });
  await client.call(startCampaignOperation, { params: { campaign_id }, body: {} }, { headers: { traceparent } });
  await waitUntil(
    "the campaign is over",
    async () => (await client.call(campaignProgressOperation, { params: { campaign_id } })).body.state === "completed",
  );
};

/** Admission says no: the number is on the do-not-call list. */
const dialInVain = async ({ client }: DiallingOrganization): Promise<void> => {
  const agent = await client.call(createAgentOperation, {
    body: { name: "Single", workflow_definition: minimalDefinition() },
  });
  const body = { workflow_id: agent.body.id, phone_number: ON_DO_NOT_CALL };
  await client.refused(initiateCallOperation, { body });
};

const askBadly = async (
  { addresses }: RunningStack,
  { client, organizationId }: DiallingOrganization,
): Promise<void> => {
  const visitor = createApiClient(addresses.api);
  const { password, twilioToken, forgedKey, forgedToken, queryToken } = TYPED_SECRETS;
  await visitor.refused(logInOperation, { body: { email: "nobody@example.com", password } });
  const config = { provider: "twilio", account_sid: `AC${"0".repeat(32)}`, auth_token: twilioToken };
  await client.call(createTelephonyAccountOperation, { body: { name: "Twilio", config } });
  for (const path of [
    `/nothing/${ASKED_ABOUT}`,
    `/api/v1/do-not-call/${ASKED_ABOUT}`,
    `/api/v1/campaigns?x=${ASKED_ABOUT}`,
  ])
    await client.fetch(path, { method: "DELETE" });
  await visitor.fetch(`/api/v1/auth/me?token=${queryToken}`, { headers: { cookie: `session=${forgedToken}` } });
  await createApiClient(addresses.api, { apiKey: forgedKey }).fetch("/api/v1/auth/me");
  await createApiClient(addresses.api, { token: forgedToken }).fetch("/api/v1/auth/me");
  const callback = `/api/v1/telephony/callbacks/simulator/${organizationId}/${crypto.randomUUID()}/status`;
  await visitor.fetch(callback, { method: "POST", body: JSON.stringify({ to: ASKED_ABOUT }) });
  await client.fetch("/api/v1/do-not-call", { method: "POST", body: `{"phone_numbers": ["${ASKED_ABOUT}"` });
};

/** Reads every log file of the stack, by name. */
export const readLogs = ({ dataDir }: RunningStack): Record<string, string> => {
  const folder = join(dataDir, "logs");
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));
};

/** Reads the log of the API or of the worker; fails where a line is no JSON. */
export const linesOf = (log: string | undefined): Record<string, unknown>[] =>
  (log ?? "")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): Record<string, unknown> => JSON.parse(line));

/** Reads the histories of all workflows, payloads as what they say. */
export const readHistories = async ({ addresses }: RunningStack): Promise<string> => {
  const connection = await Connection.connect({ address: addresses.temporal ?? "" });
  try {
    const { workflow } = new Client({ connection });
    const texts: string[] = [];
    for await (const { workflowId, runId } of workflow.list()) {
      const history = await workflow.getHandle(workflowId, runId).fetchHistory();
      texts.push(JSON.stringify(JSON.parse(historyToJSON(history)), readable));
    }
    return texts.join("\n");
  } finally {
    await connection.close();
  }
};

const readable = (key: string, value: unknown): unknown =>
  key === "data" && typeof value === "string" ? Buffer.from(value, "base64").toString("utf8") : value;

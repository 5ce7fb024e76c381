import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { moveAgentOperation } from "../../api/agents/agents.operations.ts";
import {
  createRunOperation,
  initiateCallOperation,
  startCallByWorkflowOperation,
  startCallOperation,
  startTestCallByWorkflowOperation,
  startTestCallOperation,
} from "../../api/calls/calls.operations.ts";
import {
  createCampaignOperation,
  resumeCampaignOperation,
  startCampaignOperation,
} from "../../api/campaigns/campaigns.operations.ts";
import { postMessageOperation } from "../../api/channels/channels.operations.ts";
import { createTextSessionOperation } from "../../api/conversations/text/text-sessions.operations.ts";
import {
  createEmbedTokenOperation,
  describeLinkOperation,
} from "../../api/conversations/web-call/web-calls.operations.ts";
import type { Operation } from "../../api/http/operation.ts";
import { createPackOperation } from "../../api/marketplace/marketplace.operations.ts";
import { sealCredentials } from "../../infra/postgres/telephony/telephony.repository.ts";
import { createAgentRows, triggeredDefinition } from "../factories/agents.ts";
import { createCampaign, createContactListRows } from "../factories/campaigns.ts";
import { createChannel } from "../factories/channels.ts";
import { describeInboundCall, tellOfInboundCall } from "../factories/inbound-calls.ts";
import { createTenant, type Tenant } from "../factories/tenant.ts";
import type { ApiClient } from "../harness/api-client.ts";
import { startTestApi, type TestApi } from "../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../harness/test-database.ts";
import { testSecrets } from "../harness/test-secrets.ts";
import { unreachableTemporal } from "./campaigns/unreachable-temporal.ts";

const NUMBER = "+14155550101";
const PAGE = "https://shop.example.com";

let test: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  test = await createTestDatabase();
  // Nothing is started: an agent that may be used is seen by what is written, or by the refusal of the next thing.
  api = await startTestApi(test, { dependencies: { temporal: unreachableTemporal() } });
});
afterAll(async () => {
  await api.close();
  await test.drop();
});

/** An agent with everything that was arranged while it could be used. */
interface Scene {
  tenant: Tenant;
  admin: ApiClient;
  agentId: number;
  workflowUuid: string;
  trigger: string;
  listId: number;
  campaignId: number;
  /** A page's token, and the link to a conversation that has its version. */
  embedToken: string;
  joinToken: string;
  channelId: number;
  account: string;
}

const arrange = async (): Promise<Scene> => {
  const tenant = await createTenant(test);
  const { organizationId } = tenant;
  const admin = api.client(tenant.admin);
  const trigger = randomUUID();
  const { agentId, workflowUuid } = await createAgentRows(test, tenant, {
    name: "Mira",
    definition: triggeredDefinition({ trigger_path: trigger }),
  });
  const account = `account-${randomUUID()}`;
  await test.everything
    .updateTable("telephony_configurations")
    .set(sealCredentials({ account, conversations: true }, { organizationId, secrets: testSecrets }))
    .where("id", "=", tenant.simulatorAccountId)
    .execute();
  await test.everything
    .insertInto("phone_numbers")
    .values({
      organization_id: organizationId,
      telephony_configuration_id: tenant.simulatorAccountId,
      address: numberOf(organizationId),
      address_normalized: numberOf(organizationId),
      address_type: "pstn",
      inbound_agent_id: agentId,
    })
    .execute();
  const listId = await createContactListRows(test, tenant);
  const { id: campaignId } = await createCampaign(admin, { workflow_id: agentId, contact_list_id: listId });
  const params = { workflow_id: agentId };
  const embed = await admin.call(createEmbedTokenOperation, { params, body: { allowed_origins: [PAGE] } });
  const run = await admin.call(createRunOperation, { params, body: { name: "WEB-1", mode: "smallwebrtc" } });
  const channel = await createChannel(admin);
  await admin.call(moveAgentOperation, { params, body: { folder_id: channel.id } });
  return {
    tenant,
    admin,
    agentId,
    workflowUuid,
    trigger,
    listId,
    campaignId,
    embedToken: embed.body.token,
    joinToken: run.body.join?.token ?? "",
    channelId: channel.id,
    account,
  };
};

const numberOf = (organizationId: number): string => `+1202555${String(1000 + organizationId)}`;

/** Returns how an operation refuses the agent; "used" where it does not. */
const outcomeOf = async (client: ApiClient, operation: Operation, input: object): Promise<string> => {
  const refusal = await client.refused(operation, input).catch((error: Error) => {
    if (!error.message.includes("was expected to refuse")) throw error;
    return null;
  });
  if (refusal === null || refusal.status === 503) return "used";
  const { detail, status } = refusal;
  const sentence = typeof detail === "string" ? detail : detail.map(({ msg }) => msg).join();
  return status === 404 ? "not found" : sentence;
};

type Place = (scene: Scene) => Promise<string>;
const byAdmin =
  (operation: Operation, inputOf: (scene: Scene) => object): Place =>
  (scene) =>
    outcomeOf(scene.admin, operation, inputOf(scene));
const byStranger =
  (operation: Operation, inputOf: (scene: Scene) => object): Place =>
  (scene) =>
    outcomeOf(api.client(), operation, inputOf(scene));

const body = { phone_number: NUMBER };
const ofAgent = ({ agentId }: Scene) => ({ params: { workflow_id: agentId } });
const ofCampaign = ({ campaignId }: Scene) => ({ params: { campaign_id: campaignId }, body: {} });

const resume: Place = async (scene) => {
  await test.everything.updateTable("campaigns").set({ state: "failed" }).where("id", "=", scene.campaignId).execute();
  return outcomeOf(scene.admin, resumeCampaignOperation, ofCampaign(scene));
};

/** A call that comes in answers what the carrier is to do, so that the run or the missed call tells. */
const comeIn: Place = async ({ tenant, agentId, account }) => {
  const { organizationId } = tenant;
  const call = describeInboundCall(randomUUID(), { account, to: numberOf(organizationId) });
  await tellOfInboundCall(api.baseUrl, call);
  const missed = await test.everything
    .selectFrom("missed_calls")
    .select("reason")
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
  const run = await test.everything
    .selectFrom("call_runs")
    .select("id")
    .where("agent_id", "=", agentId)
    .where("direction", "=", "inbound")
    .executeTakeFirst();
  return missed?.reason ?? (run ? "used" : "neither taken nor missed");
};

const beginOnPage: Place = async ({ embedToken }) => {
  const path = `/api/v1/public/talk/${embedToken}`;
  const { status } = await api.client().fetch(path, { method: "POST", headers: { origin: PAGE } });
  return status === 404 ? "not found" : "used";
};

/** What is known of the agent by people of its organization; a draft would do where drafts are tried. */
const NAMED: readonly [string, Place][] = [
  [
    "campaigns.create",
    byAdmin(createCampaignOperation, ({ agentId, listId }) => ({
      body: { name: "Spring", workflow_id: agentId, contact_list_id: listId },
    })),
  ],
  ["campaigns.start", byAdmin(startCampaignOperation, ofCampaign)],
  ["campaigns.resume", resume],
  ["calls.initiate", byAdmin(initiateCallOperation, ({ agentId }) => ({ body: { ...body, workflow_id: agentId } }))],
  [
    "a run in text",
    byAdmin(createRunOperation, (scene) => ({ ...ofAgent(scene), body: { name: "A", mode: "textchat" } })),
  ],
  [
    "a run for the browser",
    byAdmin(createRunOperation, (scene) => ({ ...ofAgent(scene), body: { name: "B", mode: "smallwebrtc" } })),
  ],
  ["a session in text", byAdmin(createTextSessionOperation, (scene) => ({ ...ofAgent(scene), body: {} }))],
  ["a message", byAdmin(postMessageOperation, ({ agentId }) => ({ body: { text: "Hello", workflow_id: agentId } }))],
  ["a pack", byAdmin(createPackOperation, ({ agentId }) => ({ body: { ...PACK, workflow_ids: [agentId] } }))],
];

/** Why an agent may not be used is not told here. */
const PUBLIC: readonly [string, Place][] = [
  ["a call by trigger", byAdmin(startCallOperation, ({ trigger }) => ({ params: { uuid: trigger }, body }))],
  ["a test call by trigger", byAdmin(startTestCallOperation, ({ trigger }) => ({ params: { uuid: trigger }, body }))],
  [
    "a call by uuid",
    byAdmin(startCallByWorkflowOperation, ({ workflowUuid }) => ({ params: { workflow_uuid: workflowUuid }, body })),
  ],
  [
    "a test call by uuid",
    byAdmin(startTestCallByWorkflowOperation, ({ workflowUuid }) => ({
      params: { workflow_uuid: workflowUuid },
      body,
    })),
  ],
  ["a page's link", byStranger(describeLinkOperation, ({ embedToken }) => ({ params: { token: embedToken } }))],
  ["a conversation begun on a page", beginOnPage],
];

const PACK = {
  name: "Reception",
  summary: "Answers calls.",
  job: "Front desk",
  industries: ["healthcare"],
  channels: ["inbound_call"],
  steps: ["Asks who calls"],
  compliance_notes: ["No advice"],
};

const STATES = {
  active: {},
  archived: { status: "archived" },
  hidden: { is_hidden: true },
  unpublished: { published_version_id: null },
} as const;
type State = keyof typeof STATES;

const inState = async (state: State): Promise<Scene> => {
  const scene = await arrange();
  const change = STATES[state];
  if (Object.keys(change).length > 0)
    await test.everything.updateTable("agents").set(change).where("id", "=", scene.agentId).execute();
  return scene;
};

const ARCHIVED = "The agent Mira is archived: make it active again";
const UNPUBLISHED = "The agent Mira has no published version: publish one first";

it.each<[State, string]>([
  ["active", "used"],
  ["archived", ARCHIVED],
  ["hidden", "not found"],
  ["unpublished", UNPUBLISHED],
])("an agent that is %s: everybody of its organization is told the same", async (state, told) => {
  const scene = await inState(state);
  const outcomes: [string, string][] = [];
  for (const [place, use] of NAMED) outcomes.push([place, await use(scene)]);
  const wanted = NAMED.map(([place]) => [
    place,
    place === "a pack" && state === "hidden" ? "There is no such agent" : told,
  ]);
  expect(outcomes).toEqual(wanted);
});

it.each<[State, string]>([
  ["active", "used"],
  ["archived", "not found"],
  ["hidden", "not found"],
  ["unpublished", "not found"],
])("an agent that is %s: strangers learn whether it can be used", async (state, told) => {
  const scene = await inState(state);
  const outcomes: [string, string][] = [];
  for (const [place, use] of PUBLIC) outcomes.push([place, await use(scene)]);
  expect(outcomes).toEqual(PUBLIC.map(([place]) => [place, told]));
});

it.each<[State, string]>([
  ["active", "used"],
  ["archived", "no_agent"],
  ["hidden", "no_agent"],
  ["unpublished", "no_agent"],
])("a call comes in for an agent that is %s", async (state, told) => {
  expect(await comeIn(await inState(state))).toBe(told);
});

it.each<[State, string]>([
  ["active", "used"],
  ["archived", "not found"],
  ["unpublished", "used"],
])("a conversation that has its version is joined with an agent that is %s", async (state, told) => {
  const { joinToken } = await inState(state);
  expect(await outcomeOf(api.client(), describeLinkOperation, { params: { token: joinToken } })).toBe(told);
});

it("in a channel the first agent that may be used replies, and one that is named and may not is named", async () => {
  const scene = await inState("archived");
  const post = (text: string) => ({ body: { text, folder_id: scene.channelId } });
  const { body: answer } = await scene.admin.call(postMessageOperation, post("Who takes the late shift?"));
  expect(answer.workflow_id).toBeNull();
  expect(await outcomeOf(scene.admin, postMessageOperation, post("@Mira, who?"))).toBe(ARCHIVED);
});

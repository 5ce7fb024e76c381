import { listAgentsOperation } from "../../../api/agents/agents.operations.ts";
import { createApiKeyOperation } from "../../../api/api-keys/api-keys.operations.ts";
import { startCallByWorkflowOperation } from "../../../api/calls/calls.operations.ts";
import { startCampaignOperation } from "../../../api/campaigns/campaigns.operations.ts";
import type { RunningStack } from "../../../infra/local/stack.ts";
import { fictionalNumbers } from "../../factories/fictional-numbers.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { type DiallingOrganization, openDiallingOrganization } from "../../harness/dialling-organization.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import type { Neighbour } from "./measure-neighbour.ts";
import type { Surroundings } from "./surroundings.ts";

/** The addresses that a proxy in front of the API reports. */
const ADDRESSES = { neighbour: "198.51.100.7", nuisance: "203.0.113.1" };
const MOST_NUMBERS = 40_000;
/** Calls that are answered at once and say their greeting. */
const SCRIPT = { defaults: { outcomes: ["answered" as const], ring_seconds: 0, talk_seconds: 0 } };
/** Open in no minute that a benchmark lasts: its campaign runs and waits. */
const CLOSED = {
  enabled: true,
  timezone: "UTC",
  slots: [] as { day_of_week: number; start_time: string; end_time: string }[],
};

/** The organization that is measured. */
export const openNeighbour = async (stack: RunningStack): Promise<Neighbour> => {
  const organization = await openDiallingOrganization(stack, SCRIPT);
  const { client, account, simulator, telephonyAccountId } = organization;
  const numbers = fictionalNumbers(MOST_NUMBERS);
  return {
    api: stack.addresses.api,
    headers: { "x-api-key": await keyOf(organization), "x-forwarded-for": ADDRESSES.neighbour },
    campaignId: await organization.createCampaign(await organization.importNumbers(numbers.slice(-10))),
    agentUuid: await callerOf(client),
    telephonyAccountId,
    account,
    simulator,
    numbers: numbers.values(),
  };
};

/** The organization that does more than it should; its campaign is running and waits for its hours. */
export const openNuisance = async (
  stack: RunningStack,
  files: Pick<Surroundings, "workbook" | "text">,
): Promise<Surroundings> => {
  const organization = await openDiallingOrganization(stack, SCRIPT);
  const tomorrow = (new Date().getUTCDay() + 2) % 7;
  const schedule_config = { ...CLOSED, slots: [{ day_of_week: tomorrow, start_time: "10:00", end_time: "11:00" }] };
  const listId = await organization.importNumbers(fictionalNumbers(10));
  const campaignId = await organization.createCampaign(listId, { schedule_config });
  await organization.client.call(startCampaignOperation, { params: { campaign_id: campaignId } });
  const runUuid = await callOnce(organization);
  return {
    api: stack.addresses.api,
    publicBaseUrl: stack.environment["PUBLIC_BASE_URL"] ?? stack.addresses.api,
    simulatorSigningKey: stack.environment["SIMULATOR_SIGNING_KEY"] ?? "",
    address: ADDRESSES.nuisance,
    organizationId: organization.organizationId,
    apiKey: await keyOf(organization),
    campaignId,
    runUuid,
    ...files,
  };
};

/** Places a call; returns the id of its run, as its carrier got it. */
const callOnce = async ({ client, account, telephonyAccountId, simulator }: DiallingOrganization): Promise<string> => {
  const [phone_number = ""] = fictionalNumbers(1);
  const body = { phone_number, telephony_configuration_id: telephonyAccountId };
  await client.call(startCallByWorkflowOperation, { params: { workflow_uuid: await callerOf(client) }, body });
  const key = async () => (await simulator.record(`?account=${account}`))[0]?.idempotency_key;
  return waitUntil("the call is made", key);
};

const callerOf = async (client: ApiClient): Promise<string> => {
  const agents = (await client.call(listAgentsOperation, {})).body;
  return agents.find(({ name }) => name === "Caller")?.workflow_uuid ?? "";
};

const keyOf = async ({ client }: DiallingOrganization): Promise<string> =>
  (await client.call(createApiKeyOperation, { body: { name: "bench" } })).body.api_key;

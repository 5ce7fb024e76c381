import { createAgentOperation } from "../../api/agents/agents.operations.ts";
import { putJourneyOperation } from "../../api/campaigns/journey.operations.ts";
import { createChannelOperation } from "../../api/channels/channels.operations.ts";
import { createPhoneNumberOperation } from "../../api/numbers/phone-numbers.operations.ts";
import { createWebhookOperation } from "../../api/webhooks/webhooks.operations.ts";
import type { JourneyStep } from "../../domain/journey/journey.ts";
import type { RunningStack } from "../../infra/local/stack.ts";
import type { SimulatorScriptInput } from "../../infra/simulator/script.ts";
import { minimalDefinition } from "../factories/agents.ts";
import { fictionalNumbers } from "../factories/fictional-numbers.ts";
import { type DiallingOrganization, openDiallingOrganization } from "../harness/dialling-organization.ts";
import type { MailServer } from "../harness/mail-server.ts";
import { zoneByDay } from "./dialling-hours.ts";

export interface JourneyCampaign extends DiallingOrganization {
  campaignId: number;
  numbers: readonly string[];
  /** Ours, to which people write. */
  ownNumber: string;
  steps: readonly JourneyStep[];
}

/** One of 555-0199 of an area whose people no run calls: the last of all. */
const OWN_NUMBER = "+19895550199";

/** A carrier with bad manners for calls and texts; about three of four people are not reached at first. */
const scriptOf = (seed: number): SimulatorScriptInput => ({
  seed: `journey-${seed}`,
  speed: 100,
  defaults: {
    weights: { no_answer: 10, busy: 3, answered: 4, voicemail: 1, rejected: 1 },
    ring_seconds: [1, 5],
    talk_seconds: [10, 60],
    misbehaviours: {
      throttled: 0.02,
      retry_after_seconds: 1,
      response_lost: 0.02,
      event_before_response: 0.05,
      callback_lost: 0.02,
      callback_duplicated: 0.1,
      callback_reordered: 0.1,
    },
  },
  texts: [
    { match: "7$", answer: "throttled", times: 1 },
    { match: "38$", answer: "response_lost" },
    { match: "58$", answer: "request_lost" },
    { match: "4$", callbacks: 2 },
  ],
});

interface JourneySettings {
  seed: number;
  contacts: number;
  /** Between a text and the call that follows lies a minute. */
  waits: boolean;
  /** Of the webhook. */
  receiverUrl: string;
  mail: MailServer;
}

/** Prepares an organization whose campaign is followed by a journey with every kind of step, all through the API. */
export const prepareJourney = async (
  stack: RunningStack,
  { seed, contacts, waits, receiverUrl, mail }: JourneySettings,
): Promise<JourneyCampaign> => {
  const organization = await openDiallingOrganization(stack, scriptOf(seed), { mail });
  const { client, telephonyAccountId } = organization;
  await client.call(createPhoneNumberOperation, {
    params: { config_id: telephonyAccountId },
    body: { address: OWN_NUMBER, is_default_caller_id: true },
  });
  const other = await client.call(createAgentOperation, {
    body: {
      name: "Second caller",
      workflow_definition: minimalDefinition(),
      workflow_configurations: { max_call_duration: 100 },
    },
  });
  const channel = await client.call(createChannelOperation, { body: { name: "Front desk" } });
  const webhook = await client.call(createWebhookOperation, {
    body: { url: receiverUrl, events: ["request.expired"] },
  });
  const numbers = fictionalNumbers(contacts);
  const campaignId = await organization.createCampaign(
    await organization.importNumbers(numbers, zoneByDay(Date.now())),
    {
      max_concurrency: Math.min(Math.max(Math.ceil(contacts / 10), 10), 50),
      retry_config: { enabled: false },
    },
  );
  const steps = journeyOf({
    agentId: other.body.id,
    channelId: channel.body.id,
    webhookId: webhook.body.id,
    waits,
  });
  await client.call(putJourneyOperation, { params: { campaign_id: campaignId }, body: { steps } });
  return { ...organization, campaignId, numbers, ownNumber: OWN_NUMBER, steps };
};

const journeyOf = ({
  agentId,
  channelId,
  webhookId,
  waits,
}: {
  agentId: number;
  channelId: number;
  webhookId: number;
  waits: boolean;
}): JourneyStep[] => [
  {
    id: "text",
    on: ["no_answer", "busy", "failed"],
    do: "sms",
    text: "We called {{phone_number}}",
    next: ["again"],
  },
  { id: "again", ...(waits && { wait: { minutes: 1 } }), do: "call", workflow_id: agentId, next: ["list", "write"] },
  { id: "list", on: ["rejected"], do: "do_not_call", reason: "wants no calls" },
  {
    id: "write",
    do: "mail",
    to: "people@example.com",
    subject: "We called {{phone_number}}",
    text: "Twice.",
    next: ["tell"],
  },
  { id: "tell", do: "webhook", webhook_id: webhookId },
  { id: "thank", on: ["answered"], do: "webhook", webhook_id: webhookId },
  { id: "ask", on: ["voicemail", "rejected"], do: "inbox", folder_id: channelId, text: "Call {{phone_number}}" },
];

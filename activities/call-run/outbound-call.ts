import { type CallPlan, planCall } from "../../domain/call/call-plan.ts";
import { SIMULATOR } from "../../domain/call/carrier-account.ts";
import { findCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { verificationWords } from "../../infra/postgres/number/number-verification.repository.ts";
import { callerIdFor, mayBeCallerId, openCredentials } from "../../infra/postgres/telephony/telephony.repository.ts";
import { readRunAgent, type RunAgent } from "../../infra/postgres/call/run-agent.repository.ts";
import { callAddresses, relayUrl } from "../../infra/telephony/call-addresses.ts";
import type { Carrier, PlaceCallRequest, PlannedConversation } from "../../infra/telephony/carrier.ts";
import type { CarrierCredentials } from "../../domain/call/carrier-credentials.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import type { TelephonyConfiguration } from "../../infra/postgres/telephony/telephony-configuration.entity.ts";

const RING_TIMEOUT_SECONDS = 30;

/** Everything that a run's request to its carrier is made of. */
export interface OutboundCall {
  run: CallRun;
  campaign: Campaign | null;
  account: TelephonyConfiguration;
  carrier: Carrier;
  credentials: CarrierCredentials;
  request: PlaceCallRequest;
}

/** What stands in the way until somebody repairs it; a sentence that says what to do. */
export interface Obstacle {
  obstacle: string;
}

export const isObstacle = (call: OutboundCall | Obstacle): call is Obstacle => "obstacle" in call;

/** Puts a run's call together from its rows, or says what is missing. */
export const assembleCall = async (
  deps: WorkerDependencies,
  tx: OrganizationTransaction,
  run: CallRun,
): Promise<OutboundCall | Obstacle> => {
  const [campaign, account, agent, anyNumber, words] = await Promise.all([
    run.campaign_id === null ? null : findCampaign(tx, run.campaign_id),
    accountOf(tx, run),
    readRunAgent(tx, run, deps.clock.now()),
    run.telephony_configuration_id === null
      ? null
      : callerIdFor(tx, { configurationId: run.telephony_configuration_id }),
    verificationWords(tx, run, deps.secrets),
  ]);
  if (!account) return { obstacle: "The carrier account of this call is gone: choose another one" };
  if (account.inactive_since)
    return { obstacle: `The carrier refused this account: ${account.inactive_reason ?? "no reason given"}` };
  if (agent.isArchived) return { obstacle: "The agent is archived: make it active again" };
  const carrier = deps.carriers.get(run.environment === "sandbox" ? SIMULATOR : account.provider);
  const from = run.caller_number ?? anyNumber;
  if (!from && carrier.description.needsCallerId) {
    return {
      obstacle: `${carrier.description.displayName} needs a caller id: add an active phone number to the account`,
    };
  }
  const settings = openCredentials(account, deps.secrets);
  // The simulator charges production calls like a real carrier; those of sandbox keys cost nothing.
  const credentials = run.environment === "sandbox" ? { ...settings, sandbox: true } : settings;
  const request = requestFor(deps, { run, carrier, credentials, from: from ?? "", agent, words });
  return { run, campaign: campaign ?? null, account, carrier, credentials, request };
};

/**
 * What keeps a number from being shown that was chosen when the call was asked for: it is neither owned nor verified any
 * more. Null: nothing. A number that is chosen at this moment is one that may be shown.
 */
export const callerIdObstacle = async (tx: OrganizationTransaction, run: CallRun): Promise<Obstacle | null> => {
  const { caller_number: e164, telephony_configuration_id: configurationId } = run;
  if (e164 === null || configurationId === null || (await mayBeCallerId(tx, { configurationId, e164 }))) return null;
  return { obstacle: "The caller id of this call is no active number of the account any more: choose another one" };
};

const accountOf = (tx: OrganizationTransaction, run: CallRun): Promise<TelephonyConfiguration | undefined> =>
  tx
    .selectFrom("telephony_configurations")
    .selectAll()
    .where("id", "=", run.telephony_configuration_id)
    .executeTakeFirst();

interface CallToPlace {
  run: CallRun;
  carrier: Carrier;
  credentials: CarrierCredentials;
  from: string;
  agent: RunAgent;
  /** Said instead of the greeting: a verification code. */
  words: string | null;
}

const requestFor = (deps: WorkerDependencies, call: CallToPlace): PlaceCallRequest => {
  const { run, agent, carrier, credentials, words } = call;
  const { answerUrl, statusUrl } = callAddresses(deps.publicBaseUrl, addressOf(call));
  const plan = planCall({
    ...agent,
    direction: run.direction,
    words,
    carrier: carrier.description,
    credentials,
  });
  return {
    runUuid: run.uuid,
    to: run.called_number ?? "",
    from: call.from,
    answerUrl,
    statusUrl,
    ringTimeoutSeconds: RING_TIMEOUT_SECONDS,
    timeLimitSeconds: plan.timeLimitSeconds,
    detectMachine: plan.detectMachine,
    record: plan.record,
    conversation: plan.mode === null ? null : planConversation(deps, call, plan),
    greeting: plan.greeting.text,
  };
};

const addressOf = ({ run, carrier }: CallToPlace) => ({
  provider: carrier.description.provider,
  organizationId: run.organization_id,
  runUuid: run.uuid,
});

/** Until the call is answered, and for clocks that differ. */
const TOKEN_MARGIN_SECONDS = 180;

const planConversation = (
  { tokens, publicBaseUrl, clock }: WorkerDependencies,
  call: CallToPlace,
  { agreedSeconds, language, voice }: CallPlan,
): PlannedConversation => ({
  webSocketUrl: relayUrl(
    { tokens, publicBaseUrl },
    {
      ...addressOf(call),
      expiresAt: new Date(clock.now().getTime() + (agreedSeconds + TOKEN_MARGIN_SECONDS) * 1000),
    },
  ),
  language,
  ...(voice && { voice }),
});

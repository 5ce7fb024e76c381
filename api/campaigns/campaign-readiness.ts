import { SIMULATOR } from "../../domain/call/carrier-account.ts";
import { chooseAccount } from "../../infra/postgres/telephony/choose-account.ts";
import { requireAccount } from "../telephony/telephony.errors.ts";
import { findAgent } from "../../infra/postgres/agent/agent.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { findConfiguration } from "../../infra/postgres/telephony/configuration.repository.ts";
import { openCredentials } from "../../infra/postgres/telephony/telephony.repository.ts";
import { readyForOutbound } from "../../domain/call/carrier-account.ts";
import type { Actor, OperationContext } from "../http/operation-context.ts";
import { requireProduction } from "../http/require-production.ts";
import { accountGone, budgetUnpriced, consentMissing } from "./campaigns.errors.ts";
import { accountNotReady, realCarrierFromSandbox } from "../telephony/telephony.errors.ts";
import { agentNotReady } from "../agents/agents.errors.ts";
import { agentNotFound } from "../agents/agents.errors.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import type { TelephonyConfiguration } from "../../infra/postgres/telephony/telephony-configuration.entity.ts";

/** Throws unless the agent is there, active, and has a published version: what campaigns run. */
export const requireAgent = async (tx: OrganizationTransaction, agentId: number) => {
  const agent = await findAgent(tx, agentId);
  if (!agent) throw agentNotFound();
  if (agent.status === "archived") throw agentNotReady(`The agent ${agent.name} is archived: make it active again`);
  if (agent.published_version_id === null) {
    throw agentNotReady(`The agent ${agent.name} has no published version: publish one first`);
  }
  return { ...agent, published_version_id: agent.published_version_id };
};

/** The account that a new campaign dials with, for good. A sandbox key gets the simulator, whatever is the default. */
export const accountForCampaign = async (
  { actor }: OperationContext,
  tx: OrganizationTransaction,
  telephonyConfigurationId: number | undefined,
): Promise<TelephonyConfiguration> => {
  const isSandbox = actor.environment === "sandbox";
  return requireAccount(await chooseAccount(tx, { isSandbox, telephonyConfigurationId }));
};

/** Throws what stands in the way of dialling: the agent, the account, the kind of key. */
export const requireReady = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  campaign: Campaign,
): Promise<void> => {
  await requireAgent(tx, campaign.agent_id);
  if (campaign.telephony_configuration_id === null) throw accountGone();
  const account = await findConfiguration(tx, campaign.telephony_configuration_id);
  if (!account) throw accountGone();
  const isReal = campaign.environment === "production" && account.provider !== SIMULATOR;
  if (isReal && context.actor.environment === "sandbox") throw realCarrierFromSandbox();
  if (!isReal) return;
  if (!context.carriers.has(account.provider)) throw accountNotReady(`There is no carrier ${account.provider} here`);
  const { description } = context.carriers.get(account.provider);
  const { blockedReason } = readyForOutbound(account, {
    activeNumbers: account.active_number_count,
    description,
    credentials: openCredentials(account, context.secrets),
  });
  if (blockedReason !== null) throw accountNotReady(blockedReason);
};

/** Throws unless calls of the carrier have prices that a budget in this currency can be kept by. */
export const requirePrices = ({ prices }: OperationContext, provider: string, currency: string): void => {
  if (prices.currencyOf(provider) !== currency) throw budgetUnpriced(provider, currency);
};

/** Throws unless somebody attested that these contacts agreed to be called. */
export const requireConsent = (campaign: Pick<Campaign, "consent_attested_at">): void => {
  if (campaign.consent_attested_at === null) throw consentMissing();
};

/** A production campaign's calls, settings and state are no matter of a sandbox key. */
export const requireOwnEnvironment = (actor: Actor, campaign: Pick<Campaign, "environment">): void => {
  if (campaign.environment === "production") requireProduction(actor, "change a production campaign");
};

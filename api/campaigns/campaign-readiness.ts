import { isDeepStrictEqual } from "node:util";
import { nextTime } from "../../application/campaign/next-time.ts";
import { checkOutboundReadiness } from "../../domain/call/carrier-account.ts";
import { explainSpan, latestOf, type Moment } from "../../domain/campaign/campaign-span.ts";
import type { Recurrence } from "../../domain/campaign/recurrence.ts";
import { reachesNobody } from "../../domain/environment/sandbox.rules.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { openCredentials } from "../../infra/postgres/telephony/telephony.repository.ts";
import { findTelephonyAccount } from "../../infra/postgres/telephony/telephony-account.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireAgentToRun } from "../require-agent.ts";
import { accountNotReady, realCarrierFromSandbox } from "../telephony/telephony.errors.ts";
import {
  accountGone,
  budgetUnpriced,
  consentMissing,
  endHasPassed,
  listGone,
  neverRecurs,
  spanImpossible,
} from "./campaigns.errors.ts";

/** Throws what prevents dialling: the contacts, the agent, the account, the kind of key. */
export const requireReady = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  campaign: Campaign,
): Promise<void> => {
  const callsList = campaign.parent_campaign_id === null && campaign.back_fills_campaign_id === null;
  if (campaign.ends_at !== null && latestOf(campaign.ends_at) <= context.clock.now().getTime()) throw endHasPassed();
  if (callsList && campaign.contact_list_id === null && campaign.snapshot_at === null) throw listGone();
  await requireAgentToRun(tx, campaign.agent_id, "published");
  if (campaign.telephony_configuration_id === null) throw accountGone();
  const account = await findTelephonyAccount(tx, campaign.telephony_configuration_id);
  if (!account) throw accountGone();
  const isReal = !reachesNobody(campaign.environment, account.provider);
  if (isReal && context.actor.environment === "sandbox") throw realCarrierFromSandbox();
  if (!isReal) return;
  if (!context.carriers.has(account.provider))
    throw accountNotReady(`This platform has no carrier ${account.provider}`);
  const { description } = context.carriers.get(account.provider);
  const { blockedReason } = checkOutboundReadiness(account, {
    activeNumbers: account.active_number_count,
    description,
    credentials: openCredentials(account, context.secrets),
  });
  if (blockedReason !== null) throw accountNotReady(blockedReason);
};

interface Dates {
  starts_at?: Moment | null | undefined;
  ends_at?: Moment | null | undefined;
}

/** Throws where start and end that are sent are impossible now, or do not go together with those that the campaign has. */
export const requireSpan = ({ clock }: OperationContext, sent: Dates, campaign: Dates | null): void => {
  const changed = DATES.filter((name) => sent[name] !== undefined && !isDeepStrictEqual(sent[name], campaign?.[name]));
  if (changed.length === 0) return;
  const [startsAt = null, endsAt = null] = DATES.map((name) =>
    sent[name] === undefined ? campaign?.[name] : sent[name],
  );
  const fault = explainSpan({ startsAt, endsAt }, { nowMs: clock.now().getTime(), changed });
  if (fault) throw spanImpossible(fault);
};

/** Returns the next time of a rule; throws where it never comes. */
export const requireNextTime = ({ clock }: OperationContext, recurrence: Recurrence): Date => {
  const next = nextTime(recurrence, clock.now());
  if (next === null) throw neverRecurs();
  return next;
};

const DATES = ["starts_at", "ends_at"] as const;

/** Throws unless the carrier's calls have prices in the budget's currency. */
export const requirePrices = ({ prices }: OperationContext, provider: string, currency: string): void => {
  if (prices.currencyOf(provider) !== currency) throw budgetUnpriced(provider, currency);
};

/** Throws unless somebody attested that these contacts agreed to be called. */
export const requireConsent = (campaign: Pick<Campaign, "consent_attested_at">): void => {
  if (campaign.consent_attested_at === null) throw consentMissing();
};

import { type OrganizationRules, readClaimRules } from "../../application/rule-pack/chosen-rules.ts";
import { isRefusedByPacks } from "../../application/rule-pack/counted-people.ts";
import { listPackWindows } from "../../application/rule-pack/pack-windows.ts";
import { forecastDraft } from "../../application/what-if/forecast-draft.ts";
import type { HighestCosts } from "../../domain/call/budget.rules.ts";
import { findCallsPerSecond } from "../../domain/call/carrier-pace.rules.ts";
import { ASSUMED_CALL_SECONDS, forecastCalls } from "../../domain/campaign/forecast.ts";
import { delayOfRetry } from "../../domain/campaign/retry.rules.ts";
import { findNextDay } from "../../domain/time/local-days.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import { findCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import { type CallLimits, readCallLimits } from "../../infra/postgres/campaign/campaign-forecast.repository.ts";
import {
  type ContactsAtStart,
  countContactsAtStart,
} from "../../infra/postgres/campaign/campaign-snapshot.repository.ts";
import { readCampaignHours } from "../../infra/postgres/campaign/dialling-hours.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { toDate } from "../calls/outlook.presenter.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { listCampaignWarnings, presentWarnings } from "./campaign-warnings.ts";
import { campaignNotFound, forecastImpossible } from "./campaigns.errors.ts";
import type { campaignParams } from "./campaigns.schemas.ts";
import { computeHighestCosts } from "./cost-warnings.ts";
import { presentForeseen } from "./what-if.presenter.ts";

/** Forecasts a draft that is started now: whom it calls, when, for how long, and at what highest cost. */
export const forecastCampaign = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof campaignParams }>,
) => {
  const { draft, ...answer } = await context.inOrganization((tx) =>
    forecastBySteadyPace(context, tx, params.campaign_id),
  );
  const foreseen = await forecastDraft(context, draft);
  return { ...answer, foreseen: foreseen && presentForeseen(foreseen) };
};

const forecastBySteadyPace = async (context: OperationContext, tx: OrganizationTransaction, campaignId: number) => {
  const campaign = await findCampaign(tx, campaignId);
  if (!campaign) throw campaignNotFound();
  if (campaign.state !== "draft" && campaign.state !== "scheduled")
    throw forecastImpossible("It was started already: see its progress");
  if (campaign.source_type === "csv") throw forecastImpossible("The contacts of its file are read when it starts");
  const counted = await countContactsAtStart(tx, campaign);
  const rules = await readClaimRules(tx, campaign);
  const asked = { consentAttested: campaign.consent_attested_at !== null, atMs: context.clock.now().getTime() };
  const isRefused = (group: ContactsAtStart) =>
    rules !== null && group.blocked === null && isRefusedByPacks(rules, group, asked);
  const groups = counted.filter((group) => !isRefused(group));
  const attempts = attemptsOf(campaign);
  const once = await computeHighestCosts(context, tx, campaign);
  return {
    draft: {
      campaign,
      groups,
      highestCostMinor: once && Math.ceil(once.total.amountMinor / Math.max(once.contacts, 1)),
    },
    campaign_id: campaign.id,
    contacts: countOf(counted, () => true),
    suppressed: {
      do_not_call: countOf(groups, ({ blocked }) => blocked === "blocked_dnc"),
      consent_withdrawn: countOf(groups, ({ blocked }) => blocked === "blocked_consent"),
      number_kind: countOf(groups, ({ blocked }) => blocked === "blocked_number_kind"),
      rule: countOf(counted, isRefused),
    },
    attempts_per_contact: attempts,
    ...(await whenItIs(context, tx, { campaign, groups, attempts, rules })),
    cost: once && costOf(once, { campaign, attempts }),
    ...presentWarnings(await listCampaignWarnings(context, tx, campaign)),
  };
};

const countOf = (groups: readonly ContactsAtStart[], counts: (group: ContactsAtStart) => boolean): number =>
  groups.filter(counts).reduce((sum, { contacts }) => sum + contacts, 0);

const attemptsOf = ({ retry_config: retry }: Campaign): number => (retry.enabled ? 1 + retry.max_retries : 1);

interface Facts {
  campaign: Campaign;
  groups: readonly ContactsAtStart[];
  attempts: number;
  rules: OrganizationRules | null;
}

const whenItIs = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { campaign, groups, attempts, rules }: Facts,
) => {
  const now = context.clock.now();
  const limits = await readCallLimits(tx, campaign);
  const hours = await readCampaignHours(tx, campaign, now);
  const plan = {
    hours,
    callsPerSecond: computeCallsPerSecond(context, campaign, limits),
    ...(campaign.daily_quota !== null && { quota: quotaOf(campaign.daily_quota, hours.fallbackZone) }),
  };
  const callable = groups.filter(({ blocked }) => blocked === null);
  const windowsOf = (group: ContactsAtStart) => listPackWindows(rules, group, plan.hours.fallbackZone);
  const foreseen = (tries: number) =>
    forecastCalls(
      plan,
      callable.map((group) => ({
        timezone: group.timezone,
        calls: group.contacts * tries,
        windows: windowsOf(group),
      })),
      now.getTime(),
    );
  const [once, often] = [foreseen(1), foreseen(attempts)];
  return {
    window_never_opens: once.neverCalled,
    to_call: countOf(callable, () => true) - once.neverCalled,
    first_call_at: toDate(once.firstCallAtMs),
    ends_at: toDate(once.endsAtMs),
    ends_at_latest: toDate(often.endsAtMs === null ? null : often.endsAtMs + waitsMs(campaign, attempts)),
    calls_at_a_time: limits.concurrency,
  };
};

/** The days are those of the first of the campaign's own zones, as its attempts are counted. */
const quotaOf = (limit: number, fallbackZone: string) => {
  const zone = fallbackZone.split(",")[0] || "UTC";
  return { limit, nextDayMs: (atMs: number) => findNextDay(zone, atMs) };
};

/** Returns the calls that begin in a second, limited by the account's pace and by free lines. */
const computeCallsPerSecond = ({ carriers }: OperationContext, campaign: Campaign, limits: CallLimits): number => {
  const { concurrency, provider, callsPerSecond } = limits;
  const asLinesGetFree = concurrency / ASSUMED_CALL_SECONDS;
  if (provider === null || !carriers.has(provider)) return asLinesGetFree;
  const { defaultCallsPerSecond: ofCarrier } = carriers.get(provider).description;
  const perSecond = findCallsPerSecond({ ofAccount: callsPerSecond, ofCarrier }, campaign.environment);
  return Math.min(asLinesGetFree, perSecond ?? Number.POSITIVE_INFINITY);
};

/** Returns the waits before all retries of one contact. */
const waitsMs = ({ retry_config: retry }: Campaign, attempts: number): number =>
  Array.from({ length: attempts - 1 }, (_each, index) => delayOfRetry(retry, index))
    .map((seconds) => seconds * 1000)
    .reduce((sum, wait) => sum + wait, 0);

const costOf = (once: HighestCosts, { campaign, attempts }: Pick<Facts, "campaign" | "attempts">) => {
  const { amountMinor, currency } = once.total;
  const budget = campaign.budget?.currency === currency ? campaign.budget.total_minor : Number.POSITIVE_INFINITY;
  return { most_minor: Math.min(amountMinor * attempts, budget), once_minor: Math.min(amountMinor, budget), currency };
};

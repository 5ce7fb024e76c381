import type {
  AdmissionFacts,
  Capacity,
  ContactStanding,
  HoursStanding,
} from "../../domain/call/admission-facts.rules.ts";
import type { CallOutlook } from "../../domain/call/admission-outlook.rules.ts";
import type { BudgetFacts, Money } from "../../domain/call/budget.rules.ts";
import { findHighestCost } from "../../domain/call/call-price.rules.ts";
import { SIP } from "../../domain/call/carrier-account.ts";
import type { NumberPermission } from "../../domain/call/number-permission.rules.ts";
import { type DiallingHours, readAdmissionWindow, type WindowReading } from "../../domain/campaign/dialling-window.ts";
import type { HoursReading } from "../../domain/campaign/zone-windows.ts";
import { isZonesKey, listContactZones, readZonesKey } from "../../domain/contact/contact-zones.ts";
import { chooseProvider, isCharged, reachesNobody } from "../../domain/environment/sandbox.rules.ts";
import type { RecordedPolicy } from "../../domain/record/entry-facts.ts";
import { judgeRules } from "../../domain/rule-pack/judge-rules.ts";
import {
  type AdmissionRow,
  type CallToAdmit,
  readAdmissionRows,
} from "../../infra/postgres/call/admission.repository.ts";
import { readBudgetsOfOrganization } from "../../infra/postgres/call/budget.repository.ts";
import { TRANSFER_MODE } from "../../infra/postgres/call/call-transfers.repository.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import { readQuota } from "../../infra/postgres/campaign/daily-quota.repository.ts";
import { buildDiallingHours } from "../../infra/postgres/campaign/dialling-hours.repository.ts";
import { toPermission } from "../../infra/postgres/contact/number-permission.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { AskedByRules } from "../../infra/postgres/rule-pack/ruled-call.repository.ts";
import type { TelephonyAccount } from "../../infra/postgres/telephony/telephony-account.entity.ts";
import { readVoiceCapacities } from "../../infra/postgres/web-call/voice-reservation.repository.ts";
import { buildRuledCall } from "../../infra/rule-pack/ruled-call.ts";
import type { PriceTable } from "../../infra/telephony/price-table.ts";
import { readHighestModelCosts, readHighestSpeechCosts } from "../model/read-highest-costs.ts";
import { readChosenRules } from "../rule-pack/chosen-rules.ts";
import { recordRules } from "../rule-pack/recorded-rules.ts";
import { expectRuled, forgetRuled, readRuledFacts } from "../rule-pack/ruled-facts.ts";

/** A call that is to be dialled, or one that somebody asks about. */
export interface CallInQuestion {
  /** The run has no uuid where the call is hypothetical. */
  run: CallToAdmit & { uuid?: string; mode?: string; initial_context?: Record<string, unknown> };
  /** True when the call has claimed its contact; false for a hypothetical call. */
  isClaimed: boolean;
  /** Null: a call outside campaigns. */
  campaign: Campaign | null;
  /** The contact's own zone, where the campaign has no snapshot of it yet. */
  timezone?: string | null;
  /** Null: there is no account to dial with. */
  account: TelephonyAccount | null;
  /** The number that would be shown; null: there is none. */
  callerId: string | null;
  /** The longest that the call may last. */
  timeLimitSeconds: number;
  /** A sentence about what must be repaired first; null: nothing must. */
  obstacle: string | null;
  /** The version whose agent talks in the call; null: no agent does, or the version is unknown. */
  talkingVersionId: number | null;
  /** The version whose models speak and hear in the call; null: the carrier's own do, or the version is unknown. */
  speakingVersionId: number | null;
  /** The account's next free instant, epoch milliseconds. */
  paceSlotMs: number;
}

const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** Reads every fact that admission depends on, as the database has it now; `known` was read with the caller id just before. */
export const readAdmissionFacts = async (
  tx: OrganizationTransaction,
  prices: PriceTable,
  call: CallInQuestion & { known?: KnownRows | null },
): Promise<CallOutlook & { facts: AdmissionFacts; policy: RecordedPolicy }> => {
  const { run, campaign } = call;
  const { ruled: ruledWith, ...known } = call.known ?? (await readRowsToAdmit(tx, call.run, call.callerId));
  const rows = withoutLimits(call, known.rows);
  const nowMs = rows.now.getTime();
  const { windowAt, hours, kept } = readWindows(call, rows);
  const permission = toPermission(rows, run.called_number);
  const ruled = await readRules(tx, call, { rows, ruled: ruledWith, permission, zones: hours.zones });
  const quota = campaign && (await readQuota(tx, campaign, kept.fallbackZone));
  const budgets = await readBudgetFacts(tx, prices, { call, rows });
  const facts = {
    ...permission,
    nowMs,
    obstacle: call.obstacle,
    dialByMs: run.dial_by?.getTime() ?? null,
    campaignState: rows.campaign_state,
    campaignSays: rows.campaign_says,
    campaignBeginsMs: rows.campaign_begins_at?.getTime() ?? null,
    consentAttested: campaign?.consent_attested_at != null,
    contact: standingOf(rows, call),
    window: windowAt(nowMs),
    hours,
    rules: ruled && ruled.rulesAt(nowMs),
    recentAttemptsMs: (rows.recent_attempts ?? []).map((at) => at.getTime()),
    maxAttemptsPerDay: rows.max_attempts_per_number_per_day,
    capacities: [...capacitiesOf(rows, call), ...(await voiceCapacity(tx, call))],
    quota,
    budgets,
    paceSlotMs: call.paceSlotMs,
  };
  const policy = { ...policyOf(call, rows, kept), ...ruled?.record(nowMs) };
  return { facts, windowAt, ...(ruled && { rulesAt: ruled.rulesAt }), policy };
};

/** What an admission has read, and what of it rules had asked for. */
interface KnownRows {
  rows: AdmissionRow;
  ruled: AskedByRules | null;
}

/** Reads the rows of an admission, with what the organization's rules are expected to ask. */
export const readRowsToAdmit = async (
  tx: OrganizationTransaction,
  run: CallToAdmit,
  callerId: string | null,
): Promise<KnownRows> => {
  const ruled = expectRuled(run);
  return { ruled, rows: await readAdmissionRows(tx, run, { callerId, ruled }) };
};

/**
 * Reads what the organization's rule packs and its own rules say of the call; null: it has chosen none. Calls of the sandbox reach
 * nobody. Calls through the simulator are ruled as others are, so that a pack can be tried.
 */
const readRules = async (
  tx: OrganizationTransaction,
  { run, campaign, callerId }: CallInQuestion,
  { rows, ruled, permission, zones }: KnownRows & { permission: NumberPermission; zones: readonly string[] },
) => {
  const chosen = run.environment === "sandbox" ? null : readChosenRules(rows);
  if (chosen === null) forgetRuled(run);
  if (chosen === null || run.called_number === null) return null;
  const { attributes, list, attempts } = await readRuledFacts(tx, run, { rules: chosen, rows, ruled });
  const call = buildRuledCall(chosen, {
    phoneNumber: run.called_number,
    numberClass: permission.numberClass,
    zones,
    consent: permission.consent,
    consentAttested: campaign?.consent_attested_at != null,
    callerId,
    attempts: (attempts ?? []).map(({ at, answered }) => ({ atMs: Date.parse(at), answered })),
    attributes: { ...attributes, ...(campaign === null && run.initial_context) },
    list,
  });
  return {
    rulesAt: (atMs: number) => judgeRules(call, atMs),
    record: (atMs: number) => recordRules(chosen, call, atMs),
  };
};

/**
 * Hours and caps are for people whom the organization wants something of. Whoever takes its callers is its own, wanted now, and called
 * as often as there are callers; do-not-call, consent, budget and lines hold for them as for everybody.
 */
const withoutLimits = ({ run }: CallInQuestion, rows: AdmissionRow): AdmissionRow =>
  run.mode === TRANSFER_MODE ? { ...rows, calling_hours: null, max_attempts_per_number_per_day: null } : rows;

/** Everything that the call is admitted by, as the record keeps it. */
const policyOf = (
  { run, campaign }: CallInQuestion,
  rows: AdmissionRow,
  { hours, source }: HoursReading,
): RecordedPolicy => ({
  hours: hours && source && { source, slots: hours.slots, holidays: hours.holidays, ...recordSpan(hours) },
  max_attempts_per_number_per_day: rows.max_attempts_per_number_per_day,
  budgets: isCharged(run.environment)
    ? { campaign: campaign?.budget ?? null, organization: rows.budget, timezone: rows.timezone }
    : null,
});

const recordSpan = ({ span }: DiallingHours): Pick<NonNullable<RecordedPolicy["hours"]>, "starts_at" | "ends_at"> => ({
  ...(span?.startsAt && { starts_at: span.startsAt }),
  ...(span?.endsAt && { ends_at: span.endsAt }),
});

const capacitiesOf = (rows: AdmissionRow, { account, callerId }: CallInQuestion): AdmissionFacts["capacities"] => [
  { whose: "campaign", live: rows.live_of_campaign, limit: rows.campaign_limit ?? UNLIMITED },
  { whose: "organization", live: rows.live_of_organization, limit: rows.limit_of_organization },
  { whose: "carrier account", live: rows.live_of_account, limit: account?.concurrent_call_limit ?? UNLIMITED },
  ...(account?.concurrent_call_limit != null && account.inbound_reserve > 0
    ? [outgoingLines(rows.live_out_of_account, account.concurrent_call_limit, account.inbound_reserve)]
    : []),
  ...(account?.max_concurrent_per_caller_id != null && callerId !== null
    ? [{ whose: "caller id" as const, live: rows.live_of_caller_id, limit: account.max_concurrent_per_caller_id }]
    : []),
];

const outgoingLines = (live: number, limit: number, reserve: number): Capacity => ({
  whose: "carrier account",
  live,
  limit: limit - reserve,
  keptForCallers: reserve,
});

/**
 * Reads the places in media processes, in which the platform itself speaks and hears: calls over a SIP trunk hold one while they
 * ring, and web calls before anybody joins. Those of every organization count, and its own beside its share.
 */
const voiceCapacity = async (
  tx: OrganizationTransaction,
  { run, account }: CallInQuestion,
): Promise<AdmissionFacts["capacities"]> => {
  if (chooseProvider(run.environment, account?.provider) !== SIP) return [];
  return readVoiceCapacities(tx, run.uuid);
};

/** Returns null for a call outside campaigns. */
const standingOf = (rows: AdmissionRow, { isClaimed }: CallInQuestion): ContactStanding | null =>
  rows.contact_state === null
    ? null
    : {
        state: STANDINGS[rows.contact_state] ?? (isClaimed ? "claimed" : "under_way"),
        lastOutcome: rows.contact_last_outcome,
        dueAtMs: rows.contact_due_at?.getTime() ?? null,
      };

const STANDINGS: Readonly<Record<string, ContactStanding["state"]>> = {
  pending: "waiting",
  waiting_retry: "waiting",
  finished: "finished",
  suppressed: "suppressed",
};

/**
 * Reads the windows in the called person's local time; for a campaign's contact the zones are those of its snapshot.
 */
const readWindows = (
  { run, campaign, account, timezone = null }: CallInQuestion,
  rows: AdmissionRow,
): { windowAt: (atMs: number) => WindowReading; hours: HoursStanding; kept: HoursReading } => {
  const isSimulated = reachesNobody(run.environment, account?.provider);
  const reading = buildDiallingHours(rows, { campaign, isSimulated }, rows.now);
  const { hours, fallbackZone, source } = reading;
  const known = rows.contact_timezone;
  const ofNumber = () => listContactZones({ timezone, phoneNumber: run.called_number ?? "" }).join(",");
  const zones = readZonesKey(known !== null && isZonesKey(known) ? known : ofNumber(), fallbackZone);
  return { windowAt: (atMs) => readAdmissionWindow(hours, zones, atMs), hours: { zones, source }, kept: reading };
};

const NO_MODELS = { highestModelCost: null, highestSpeechCost: null };

/** Reads the budgets that the call counts against, and its highest cost. */
const readBudgetFacts = async (
  tx: OrganizationTransaction,
  prices: PriceTable,
  { call, rows }: { call: CallInQuestion; rows: AdmissionRow },
): Promise<BudgetFacts> => {
  const { run, campaign, account, timeLimitSeconds } = call;
  const { environment } = run;
  if (!isCharged(environment) || account === null) return { standings: [], highestCost: null, ...NO_MODELS };
  const { provider } = account;
  const highestCost = findHighestCost(prices, { provider, phoneNumber: run.called_number, timeLimitSeconds });
  const standings = await readBudgetsOfOrganization(tx, rows, { campaign, environment }, rows.now);
  const [standing] = standings;
  if (standing === undefined) return { standings, highestCost, ...NO_MODELS };
  const { talkingVersionId, speakingVersionId } = call;
  const costs = { tx, prices, timeLimitSeconds };
  const ofModels = talkingVersionId === null ? [] : await readHighestModelCosts(costs, talkingVersionId);
  const ofSpeech = speakingVersionId === null ? [] : await readHighestSpeechCosts(costs, speakingVersionId);
  return {
    standings,
    highestCost,
    highestModelCost: decidingCost(ofModels, standing.currency),
    highestSpeechCost: decidingCost(ofSpeech, standing.currency),
  };
};

/** Returns the cost that decides: one in another currency does, because nothing can be held for it. */
const decidingCost = (costs: readonly Money[], currency: string): Money | null =>
  costs.find((cost) => cost.currency !== currency) ?? costs[0] ?? null;

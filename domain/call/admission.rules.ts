import { isQuotaSpent } from "../campaign/daily-quota.rules.ts";
import { lacksConsent } from "../contact/consent.rules.ts";
import { formatLaw } from "../rule-pack/rule-standing.rules.ts";
import {
  type AdmissionDecision,
  type AdmissionFacts,
  type AdmissionRefusal,
  type Capacity,
  isFull,
} from "./admission-facts.rules.ts";
import { ATTEMPTS_WINDOW_HOURS, ATTEMPTS_WINDOW_MS } from "./attempt.rules.ts";
import { type BudgetShortage, findShortage, formatMoney } from "./budget.rules.ts";
import { type NumberRefusal, refuseKind, refuseListed, refuseWithdrawn } from "./number-permission.rules.ts";

export const ADMISSION_RULE_NAMES = [
  "readiness",
  "time_limit",
  "do_not_call",
  "consent",
  "number_kind",
  "pack_permission",
  "campaign",
  "retry_wait",
  "window",
  "attempts",
  "pack_times",
  "daily_quota",
  "budget",
  "concurrency",
  "pace",
] as const;
export type AdmissionRuleName = (typeof ADMISSION_RULE_NAMES)[number];

export interface AdmissionRule {
  name: AdmissionRuleName;
  /** Returns the facts that the rule reads, as text for people. */
  read(facts: AdmissionFacts): string;
  /** Null: the rule lets the call pass. */
  check(facts: AdmissionFacts): AdmissionRefusal | null;
}

/** How soon a call asks again for a line when none was free. */
export const LINE_RETRY_MS = 1000;
/** How soon a call asks again for a price that is missing. */
const PRICE_RETRY_MS = 60_000;
/** A slot that is this near is awaited within the activity. */
export const PACE_WAIT_HERE_MS = 1500;

export const formatInstant = (atMs: number): string => new Date(atMs).toISOString();

const readiness: AdmissionRule = {
  name: "readiness",
  read: ({ obstacle }) => (obstacle === null ? "ready" : "not ready"),
  check: ({ obstacle }) => (obstacle === null ? null : { kind: "obstruct", sentence: obstacle }),
};

const timeLimit: AdmissionRule = {
  name: "time_limit",
  read: ({ dialByMs }) => (dialByMs === null ? "none" : `until ${formatInstant(dialByMs)}`),
  check: ({ dialByMs, nowMs }) =>
    dialByMs === null || nowMs <= dialByMs
      ? null
      : { kind: "expire", sentence: "The call could not be handed to a carrier in time and was not made" },
};

const blockedBy = (refusal: NumberRefusal | null): AdmissionRefusal | null => refusal && { kind: "block", ...refusal };

const doNotCall: AdmissionRule = {
  name: "do_not_call",
  read: ({ onDoNotCall, doNotCallUntilMs, nationalList }) => {
    if (!onDoNotCall) return nationalList === null ? "not listed" : `on ${nationalList.source} of ${nationalList.asOf}`;
    return doNotCallUntilMs === null ? "listed" : `listed until ${formatInstant(doNotCallUntilMs)}`;
  },
  check: (facts) => blockedBy(refuseListed(facts)),
};

const consent: AdmissionRule = {
  name: "consent",
  read: (facts) => (facts.consent === "unknown" && facts.consentAttested ? "unknown, attested" : facts.consent),
  check: (facts) => {
    const asked = { isCampaign: facts.campaignState !== null, isAttested: facts.consentAttested };
    if (!lacksConsent(facts.consent, asked)) return blockedBy(refuseWithdrawn(facts));
    const sentence = "Consent to be called at this number is unknown and nobody has attested it";
    return { kind: "block", outcome: "blocked_consent", sentence };
  },
};

const numberKind: AdmissionRule = {
  name: "number_kind",
  read: ({ numberClass }) =>
    numberClass === null ? "no telephone number" : `${numberClass.kind} in ${numberClass.country ?? "no country"}`,
  check: (facts) => blockedBy(refuseKind(facts)),
};

const NO_PACK = "no pack concerns the call";

const packPermission: AdmissionRule = {
  name: "pack_permission",
  read: ({ rules }) => (rules == null || rules.packs.length === 0 ? NO_PACK : rules.packs.join(", ")),
  check: ({ rules }) => {
    if (!rules?.refused) return null;
    const { law, sentence } = rules.refused;
    return { kind: "block", outcome: "blocked_rule", law, sentence };
  },
};

const campaign: AdmissionRule = {
  name: "campaign",
  read: ({ campaignState }) => campaignState ?? "none",
  check: ({ campaignState, campaignSays }) => {
    if (campaignState === null || campaignState === "running") return null;
    const why = campaignSays === null ? "" : `: ${campaignSays}`;
    return { kind: "release", sentence: `The campaign is ${campaignState}${why}` };
  },
};

const retryWait: AdmissionRule = {
  name: "retry_wait",
  read: ({ contact }) => {
    if (contact === null) return "none";
    const isOver = contact.state === "finished" || contact.state === "suppressed";
    const due = contact.dueAtMs === null || isOver ? "" : `, due ${formatInstant(contact.dueAtMs)}`;
    return `${contact.state}${contact.lastOutcome === null ? "" : `, last ${contact.lastOutcome}`}${due}`;
  },
  check: ({ contact, nowMs }) => {
    if (contact === null) return null;
    if (contact.state === "under_way") return { kind: "release", sentence: "A call to this contact is under way" };
    if (contact.state === "finished" || contact.state === "suppressed") {
      const why = contact.lastOutcome === null ? "" : ` (${contact.lastOutcome})`;
      return {
        kind: "release",
        sentence: `The contact is ${contact.state}${why}: the campaign does not call it again`,
      };
    }
    if (contact.dueAtMs === null || contact.dueAtMs <= nowMs) return null;
    const sentence = "The contact waits before it is tried again";
    return { kind: "defer", untilMs: contact.dueAtMs, outcome: "blocked_retry_wait", sentence };
  },
};

const window: AdmissionRule = {
  name: "window",
  read: ({ window: { open }, hours: { zones, source }, nowMs }) => {
    if (source === null) return "no calling hours hold";
    const named = zones.slice(0, ZONES_NAMED).map((zone) => `${wallTime(nowMs, zone)} in ${zone}`);
    const more = zones.length > ZONES_NAMED ? [`${zones.length - ZONES_NAMED} more zones`] : [];
    return `${open ? "open" : "closed"} by the ${source}'s hours: ${[...named, ...more].join(", ")}`;
  },
  check: (facts) => {
    if (facts.window.open) return null;
    if (facts.window.ended === true)
      return {
        kind: "block",
        outcome: "blocked_ended",
        sentence: "The campaign's end comes before this contact may be called",
      };
    const sentence = "The calling window is closed";
    return facts.window.opensAtMs === null
      ? { kind: "block", outcome: "blocked_window", sentence: `${sentence} and never opens for this contact` }
      : { kind: "defer", untilMs: facts.window.opensAtMs, outcome: "blocked_window", sentence };
  },
};

const ZONES_NAMED = 3;

const wallTime = (atMs: number, timeZone: string): string =>
  new Intl.DateTimeFormat("en-GB", { timeZone, weekday: "short", hour: "2-digit", minute: "2-digit" }).format(atMs);

const attempts: AdmissionRule = {
  name: "attempts",
  read: ({ recentAttemptsMs, maxAttemptsPerDay }) =>
    maxAttemptsPerDay === null
      ? "no limit"
      : `${recentAttemptsMs.length} of ${maxAttemptsPerDay} within ${ATTEMPTS_WINDOW_HOURS} hours`,
  check: ({ recentAttemptsMs, maxAttemptsPerDay }) => {
    if (maxAttemptsPerDay === null || recentAttemptsMs.length < maxAttemptsPerDay) return null;
    const oldestThatCounts = recentAttemptsMs[recentAttemptsMs.length - maxAttemptsPerDay] ?? 0;
    const sentence = `The number was dialled ${recentAttemptsMs.length} times within ${ATTEMPTS_WINDOW_HOURS} hours; the limit is ${maxAttemptsPerDay}`;
    return { kind: "defer", untilMs: oldestThatCounts + ATTEMPTS_WINDOW_MS, outcome: "blocked_cap", sentence };
  },
};

const packTimes: AdmissionRule = {
  name: "pack_times",
  read: ({ rules }) => {
    if (rules?.waits) return `closed by ${formatLaw(rules.waits.law)}`;
    return rules == null || rules.packs.length === 0 ? NO_PACK : "open";
  },
  check: ({ rules }) => {
    if (!rules?.waits) return null;
    const { law, sentence, of, untilMs } = rules.waits;
    if (untilMs === null)
      return { kind: "block", outcome: "blocked_rule", law, sentence: `${sentence} and for eight days` };
    return { kind: "defer", untilMs, outcome: of === "hours" ? "blocked_window" : "blocked_cap", law, sentence };
  },
};

const dailyQuota: AdmissionRule = {
  name: "daily_quota",
  read: ({ quota }) => (quota == null ? "no limit" : `${quota.made} of ${quota.limit} today`),
  check: ({ quota }) =>
    quota == null || !isQuotaSpent(quota)
      ? null
      : {
          kind: "release",
          sentence: `The campaign has made ${quota.made} attempts today; its daily quota is ${quota.limit}`,
        },
};

const budget: AdmissionRule = {
  name: "budget",
  read: ({ budgets: { standings } }) =>
    standings.length === 0
      ? "none"
      : standings
          .map(
            ({ whose, limitMinor, spentMinor, heldMinor, currency }) =>
              `${whose}: ${formatMoney(spentMinor, currency)} spent and ${formatMoney(heldMinor, currency)} held of ${formatMoney(limitMinor, currency)}`,
          )
          .join(", "),
  check: ({ budgets, campaignState, nowMs }) => {
    const shortage = findShortage(budgets);
    return shortage && refuseShortage(shortage, { isCampaign: campaignState !== null, nowMs });
  },
};

/**
 * Makes a campaign wait: as for a free place where calls in progress must end first, otherwise without asking again for each
 * contact.
 */
const refuseShortage = (
  { sentence, waitsFor, untilMs }: BudgetShortage,
  { isCampaign, nowMs }: { isCampaign: boolean; nowMs: number },
): AdmissionRefusal => {
  if (!isCampaign) return { kind: "block", outcome: "blocked_budget", sentence };
  if (waitsFor === "calls_end") return { kind: "wait", untilMs: nowMs + LINE_RETRY_MS, sentence, capacity: true };
  return { kind: "hold", untilMs: waitsFor === "prices_arrive" ? nowMs + PRICE_RETRY_MS : untilMs, sentence };
};

const concurrency: AdmissionRule = {
  name: "concurrency",
  read: ({ capacities }) =>
    capacities
      .filter(({ limit }) => limit < Number.MAX_SAFE_INTEGER)
      .map(
        ({ whose, live, limit, keptForCallers }) => `${keptForCallers ? "outgoing calls" : whose}: ${live} of ${limit}`,
      )
      .join(", "),
  check: ({ capacities, nowMs }) => {
    const full = capacities.find(isFull);
    if (!full) return null;
    return { kind: "wait", untilMs: nowMs + LINE_RETRY_MS, sentence: fullSentence(full), capacity: true };
  },
};

const fullSentence = ({ whose, live, limit, keptForCallers = 0 }: Capacity): string => {
  if (whose === "media processes")
    return limit === 0
      ? "No media process runs, which would speak and hear in the call"
      : `The media processes have ${live} calls to speak and hear in, and places for ${limit}`;
  if (whose === "organization in media processes")
    return `The platform speaks in ${live} calls of the organization, which has ${limit} places of the media processes at most`;
  return keptForCallers > 0
    ? `The ${whose} has ${live} outgoing calls under way; its limit is ${limit}, with ${keptForCallers} of its lines kept free for callers`
    : `The ${whose} has ${live} calls under way; its limit is ${limit}`;
};

const pace: AdmissionRule = {
  name: "pace",
  read: ({ paceSlotMs, nowMs }) => (paceSlotMs <= nowMs ? "free" : `free at ${formatInstant(paceSlotMs)}`),
  check: ({ paceSlotMs, nowMs }) =>
    paceSlotMs - nowMs <= PACE_WAIT_HERE_MS
      ? null
      : {
          kind: "wait",
          untilMs: paceSlotMs,
          sentence: "The carrier account's calls per second are taken",
          capacity: false,
        },
};

/** The rules apply in this order; the first that refuses decides. */
export const ADMISSION_RULES: readonly AdmissionRule[] = [
  readiness,
  timeLimit,
  doNotCall,
  consent,
  numberKind,
  packPermission,
  campaign,
  retryWait,
  window,
  attempts,
  packTimes,
  dailyQuota,
  budget,
  concurrency,
  pace,
];

/**
 * Decides whether an outbound call may be dialled; every outbound call passes here. A fact that cannot be read has
 * thrown before, and then nothing is dialled.
 */
export const decideAdmission = (facts: AdmissionFacts): AdmissionDecision => {
  for (const rule of ADMISSION_RULES) {
    const refusal = rule.check(facts);
    if (refusal) return refusal;
  }
  return { kind: "admit", dialAtMs: Math.max(facts.paceSlotMs, facts.nowMs) };
};

import { decideAdmission } from "../call/admission.rules.ts";
import type { AdmissionDecision, AdmissionFacts, Capacity } from "../call/admission-facts.rules.ts";
import { HAND_OVER_WITHIN_MS, readAdmissionWindow, type WindowReading } from "../campaign/dialling-window.ts";
import { readZonesKey } from "../contact/contact-zones.ts";
import type { RuledAttempt } from "../rule-pack/judge-rules.ts";
import type { CampaignPast, Policy } from "./campaign-past.ts";
import type { JudgeByRules, RuledPeople } from "./past-rules.ts";

/** What the calls of the campaign leave free at an instant. */
export interface Standing {
  inFlight: number;
  spentMinor: number;
  heldMinor: number;
  /** The account's next free instant by its calls per second. */
  slotMs: number;
}

export interface Asked {
  person: number;
  atMs: number;
  policy: Policy;
  /** Attempts of this number within the last 24 hours, oldest first. */
  recentMs: readonly number[];
  /** All of them, where rules ask. */
  attempts: readonly RuledAttempt[];
}

export interface AdmissionDesk {
  /** Decides by the rules that admit every call. */
  decide(asked: Asked, standing: Standing): AdmissionDecision;
  /** Decides as if no other call were under way: whether the number itself may be called. */
  decideAlone(asked: Asked): AdmissionDecision;
}

interface KnownWindow {
  fromMs: number;
  untilMs: number;
  reading: WindowReading;
}

/** Facts that no policy changes: a campaign that runs, of people who have agreed to be called. */
const CONSTANT_FACTS = {
  nationalList: null,
  doNotCallUntilMs: null,
  consent: "granted",
  numberClass: null,
  allowedNumbers: { kinds: [], countries: null },
  obstacle: null,
  dialByMs: null,
  campaignState: "running",
  campaignSays: null,
  consentAttested: true,
  contact: null,
  hours: { zones: [], source: "campaign" },
} satisfies Partial<AdmissionFacts>;

/** Asks the platform's own rules about simulated calls; a window is read once until it opens or closes. */
export const createAdmissionDesk = (
  { zones, people, ruled }: CampaignPast,
  judgeByRules: JudgeByRules | null = null,
): AdmissionDesk => {
  const windows = new Map<Policy, (KnownWindow | undefined)[]>();
  const readWindow = (policy: Policy, zone: number, atMs: number): WindowReading => {
    let ofPolicy = windows.get(policy);
    if (!ofPolicy) windows.set(policy, (ofPolicy = zones.map(() => undefined)));
    const known = ofPolicy[zone];
    if (known && atMs >= known.fromMs && atMs < known.untilMs) return known.reading;
    const fresh = readFresh(policy, zones[zone] ?? "", atMs);
    ofPolicy[zone] = fresh;
    return fresh.reading;
  };
  const decide = (
    { person, atMs, policy, recentMs, attempts }: Asked,
    standing: Standing | null,
  ): AdmissionDecision => {
    const { budget } = policy;
    const capacities: Capacity[] = standing
      ? [{ whose: "campaign", live: standing.inFlight, limit: policy.maxConcurrency }]
      : [];
    return decideAdmission({
      ...CONSTANT_FACTS,
      nowMs: atMs,
      onDoNotCall: atMs >= (people.blockedFromMs[person] ?? NEVER) || isRuledOut(ruled, { person, atMs, policy }),
      rules: policy.rules && judgeByRules ? judgeByRules({ person, atMs, policy, attempts }) : null,
      window: readWindow(policy, people.zone[person] ?? 0, atMs),
      recentAttemptsMs: recentMs,
      maxAttemptsPerDay: policy.maxAttemptsPerDay,
      capacities,
      budgets: {
        standings: budget && standing ? [standingOf(budget, standing)] : [],
        highestCost: budget && { amountMinor: people.highestCostMinor[person] ?? 0, currency: budget.currency },
        highestModelCost: null,
        highestSpeechCost: null,
      },
      paceSlotMs: standing?.slotMs ?? 0,
    });
  };
  return { decide, decideAlone: (asked) => decide(asked, null) };
};

const NEVER = Number.POSITIVE_INFINITY;

/** Whom a rule refused as the calls were made, other rules may let pass. */
const isRuledOut = (
  ruled: RuledPeople | undefined,
  { person, atMs, policy }: Pick<Asked, "person" | "atMs" | "policy">,
): boolean => ruled !== undefined && !policy.rules?.isAsked && atMs >= (ruled.ruledOutFromMs[person] ?? NEVER);

const readFresh = (policy: Policy, zoneKey: string, atMs: number): KnownWindow => {
  const reading = readAdmissionWindow(policy.hours, readZonesKey(zoneKey, policy.fallbackZone), atMs);
  if (reading.open) return { fromMs: atMs, untilMs: reading.closesAtMs - HAND_OVER_WITHIN_MS, reading };
  return { fromMs: atMs, untilMs: reading.opensAtMs ?? atMs + 1, reading };
};

const standingOf = (budget: { total_minor: number; currency: string }, standing: Standing) => ({
  whose: "campaign" as const,
  limitMinor: budget.total_minor,
  currency: budget.currency,
  spentMinor: standing.spentMinor,
  heldMinor: standing.heldMinor,
  hasCallsUnderWay: standing.inFlight > 0,
  renewsAtMs: null,
});

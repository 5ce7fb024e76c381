import { projectQuota } from "../campaign/daily-quota.rules.ts";
import type { Law, RuleStanding } from "../rule-pack/rule-standing.rules.ts";
import { ADMISSION_RULES, type AdmissionRule, type AdmissionRuleName, LINE_RETRY_MS } from "./admission.rules.ts";
import type { AdmissionFacts, AdmissionRefusal } from "./admission-facts.rules.ts";
import { ATTEMPTS_WINDOW_MS } from "./attempt.rules.ts";
import { findShortage } from "./budget.rules.ts";

/** The result of one rule for a call at this moment. */
export interface RuleFinding {
  rule: AdmissionRuleName;
  passes: boolean;
  /** The facts that the rule reads, as text for people. */
  value: string;
  /** Why the rule keeps the call from being dialled; null: it lets the call pass. */
  sentence: string | null;
  /** The rule of a pack that keeps it; null: no pack does. */
  law: Law | null;
  /** When the rule starts to pass without anybody acting; null: it passes now, or the instant is unknown. */
  untilMs: number | null;
}

/**
 * Returns the result of each rule, by the same functions that decide: the first rule that does not pass is the
 * decision.
 */
export const explainAdmission = (facts: AdmissionFacts): RuleFinding[] =>
  ADMISSION_RULES.map((rule) => {
    const refusal = rule.check(facts);
    const end = refusal && endOf(rule.name, refusal, facts);
    return {
      rule: rule.name,
      passes: refusal === null,
      value: rule.read(facts),
      sentence: refusal?.sentence ?? null,
      law: lawOf(refusal),
      untilMs: end?.kind === "at" ? end.untilMs : null,
    };
  });

const lawOf = (refusal: AdmissionRefusal | null): Law | null =>
  refusal !== null && "law" in refusal ? (refusal.law ?? null) : null;

/** When a refusal ends: at an instant, as soon as other calls end, or when somebody acts. */
type RefusalEnd = { kind: "at"; untilMs: number } | { kind: "soon" } | { kind: "open" };

const endOf = (rule: AdmissionRuleName, refusal: AdmissionRefusal, facts: AdmissionFacts): RefusalEnd => {
  if (rule === "do_not_call") return at(facts.doNotCallUntilMs);
  if (rule === "campaign") return at(facts.campaignBeginsMs ?? null);
  if (rule === "daily_quota") return at(facts.quota?.renewsAtMs ?? null);
  if (rule === "budget") return endOfShortage(facts);
  if (refusal.kind === "defer") return at(refusal.untilMs);
  if (refusal.kind === "wait") return refusal.capacity ? { kind: "soon" } : at(refusal.untilMs);
  return { kind: "open" };
};

const at = (untilMs: number | null): RefusalEnd => (untilMs === null ? { kind: "open" } : { kind: "at", untilMs });

const endOfShortage = ({ budgets }: AdmissionFacts): RefusalEnd => {
  const shortage = findShortage(budgets);
  if (shortage === null || shortage.waitsFor === "price_list") return { kind: "open" };
  return shortage.waitsFor === "renewal" ? at(shortage.untilMs) : { kind: "soon" };
};

/** The facts of a call, and a function that reads the calling window at any instant. */
export interface CallOutlook {
  facts: AdmissionFacts;
  windowAt(atMs: number): AdmissionFacts["window"];
  /** Reads the rules of packs at any instant; absent: the organization has chosen none. */
  rulesAt?(atMs: number): RuleStanding;
}

/** Returns the facts at a later instant, provided that nothing but the time changes. */
export const projectFacts = ({ facts, windowAt, rulesAt }: CallOutlook, atMs: number): AdmissionFacts => {
  const isListed = facts.onDoNotCall && (facts.doNotCallUntilMs === null || facts.doNotCallUntilMs > atMs);
  return {
    ...facts,
    nowMs: atMs,
    onDoNotCall: isListed,
    doNotCallUntilMs: isListed ? facts.doNotCallUntilMs : null,
    ...(facts.campaignBeginsMs != null && facts.campaignBeginsMs <= atMs && { campaignState: "running" }),
    window: windowAt(atMs),
    ...(rulesAt && { rules: rulesAt(atMs) }),
    recentAttemptsMs: facts.recentAttemptsMs.filter((attemptMs) => attemptMs > atMs - ATTEMPTS_WINDOW_MS),
    ...(facts.quota && { quota: projectQuota(facts.quota, atMs) }),
    budgets: {
      ...facts.budgets,
      standings: facts.budgets.standings.map((standing) =>
        standing.renewsAtMs === null || standing.renewsAtMs > atMs
          ? standing
          : { ...standing, spentMinor: 0, heldMinor: 0, hasCallsUnderWay: false, renewsAtMs: null },
      ),
    },
  };
};

/** An upper limit: each step passes at least one rule's end, and few rules have more than a handful of them. */
const MOST_STEPS = 50;

/**
 * Returns the first instant at which the call may be dialled when nothing but the time changes. Where only other calls
 * block it, that is when a free place is next asked for. Null: time alone does not unblock it, or not within the days
 * for which windows are read.
 */
export const findNextInstant = (outlook: CallOutlook): number | null => {
  let atMs = outlook.facts.nowMs;
  for (let step = 0; step < MOST_STEPS; step++) {
    const facts = step === 0 ? outlook.facts : projectFacts(outlook, atMs);
    const ends = ADMISSION_RULES.flatMap((rule) => endOfRefusal(rule, facts));
    if (ends.some(({ kind }) => kind === "open")) return null;
    const instants = ends.flatMap((end) => (end.kind === "at" ? [end.untilMs] : []));
    if (instants.length > 0) atMs = Math.max(atMs, ...instants);
    else return ends.length > 0 && step === 0 ? atMs + LINE_RETRY_MS : atMs;
  }
  return null;
};

const endOfRefusal = (rule: AdmissionRule, facts: AdmissionFacts): RefusalEnd[] => {
  const refusal = rule.check(facts);
  return refusal ? [endOf(rule.name, refusal, facts)] : [];
};

import { type BudgetFacts, findShortage } from "../call/budget.rules.ts";
import { type NumberPermission, refuseKind, refuseListed, refuseWithdrawn } from "../call/number-permission.rules.ts";
import { lacksConsent } from "../contact/consent.rules.ts";
import type { Law, RuleStanding } from "../rule-pack/rule-standing.rules.ts";

/** Everything that decides whether a text may be sent to a number now, read in one transaction. Times are epoch milliseconds. */
export interface TextFacts extends NumberPermission {
  nowMs: number;
  /** A sentence about what must be repaired before any text is sent from the account; null: nothing. */
  obstacle: string | null;
  /** The person has just written: the text is wanted now, at any hour. */
  answersPerson: boolean;
  /** It says what a word such as STOP has done: carriers allow one, also to who wants no more. */
  answersKeyword: boolean;
  /** For all contacts of the campaign that the text belongs to; null: it belongs to none. */
  consentAttested: boolean | null;
  window: { open: true } | { open: false; opensAtMs: number | null };
  /** What rules of packs and the organization's own say, of calls made earlier apart; null: it has chosen none. */
  rules: RuleStanding | null;
  budgets: BudgetFacts;
}

export type TextRefusalOutcome =
  | "not_ready"
  | "blocked_dnc"
  | "blocked_consent"
  | "blocked_number_kind"
  | "blocked_rule"
  | "blocked_window"
  | "blocked_budget";

export type TextDecision =
  | { kind: "admit" }
  /** Time alone changes nothing about it. */
  | { kind: "refuse"; outcome: TextRefusalOutcome; sentence: string; law?: Law }
  /** It may be sent at `untilMs`. */
  | { kind: "wait"; outcome: "blocked_window"; untilMs: number; sentence: string; law?: Law };

type Rule = (facts: TextFacts) => TextDecision | null;

const refuse = (refusal: { outcome: TextRefusalOutcome; sentence: string } | null): TextDecision | null =>
  refusal && { kind: "refuse", ...refusal };

const readiness: Rule = ({ obstacle }) =>
  refuse(obstacle === null ? null : { outcome: "not_ready", sentence: obstacle });

const doNotCall: Rule = (facts) => (facts.answersKeyword ? null : refuse(refuseListed(facts)));

const consent: Rule = (facts) => {
  if (facts.answersKeyword) return null;
  const asked = { isCampaign: facts.consentAttested !== null, isAttested: facts.consentAttested === true };
  if (!lacksConsent(facts.consent, asked)) return refuse(refuseWithdrawn(facts));
  return refuse({
    outcome: "blocked_consent",
    sentence: "Consent to be contacted at this number is unknown and nobody has attested it",
  });
};

/** Landlines are refused, whatever the organization calls: what is written to them is charged and read by nobody. */
const numberKind: Rule = (facts) => {
  if (facts.numberClass?.kind !== "fixed_line") return refuse(refuseKind(facts));
  return refuse({ outcome: "blocked_number_kind", sentence: "The number is a landline, which receives no texts" });
};

const packPermission: Rule = ({ rules, answersKeyword }) => {
  if (answersKeyword || !rules?.refused) return null;
  const { law, sentence } = rules.refused;
  return { kind: "refuse", outcome: "blocked_rule", sentence, law };
};

const window: Rule = ({ window: hours, answersPerson }) => {
  if (answersPerson || hours.open) return null;
  if (hours.opensAtMs === null)
    return refuse({ outcome: "blocked_window", sentence: "These are quiet hours, and they never end for this number" });
  return quiet(hours.opensAtMs, "These are quiet hours");
};

const quiet = (untilMs: number, why: string): Extract<TextDecision, { kind: "wait" }> => ({
  kind: "wait",
  outcome: "blocked_window",
  untilMs,
  sentence: `${why}: the text may be sent from ${new Date(untilMs).toISOString()} on`,
});

const packTimes: Rule = ({ rules, answersPerson }) => {
  if (answersPerson || !rules?.waits) return null;
  const { law, sentence, untilMs } = rules.waits;
  if (untilMs === null)
    return { kind: "refuse", outcome: "blocked_rule", law, sentence: `${sentence} and for eight days` };
  return { ...quiet(untilMs, sentence), law };
};

const budget: Rule = ({ budgets }) => {
  const shortage = findShortage(budgets, "text");
  return refuse(shortage && { outcome: "blocked_budget", sentence: shortage.sentence });
};

/** The rules apply in this order; the first that refuses decides. */
const RULES: readonly Rule[] = [readiness, doNotCall, consent, numberKind, packPermission, window, packTimes, budget];

/** Decides whether a text may be handed to its carrier; every text passes here. */
export const decideText = (facts: TextFacts): TextDecision => {
  for (const rule of RULES) {
    const decision = rule(facts);
    if (decision) return decision;
  }
  return { kind: "admit" };
};

import type { RefusedBy } from "../rule-pack/rule-standing.rules.ts";
import type { AdmissionFacts, AdmissionRefusal } from "./admission-facts.rules.ts";
import { ATTEMPTS_WINDOW_HOURS } from "./attempt.rules.ts";
import { type BudgetShortage, findShortage } from "./budget.rules.ts";

type BlockedOutcome = Extract<AdmissionRefusal, { kind: "block" }>["outcome"];

const RECORD_CONSENT = "Record the person's consent with POST /consents once they have given it";
const REFUSED_BY: Readonly<Record<RefusedBy, string[]>> = {
  consent: [RECORD_CONSENT],
  caller_id: ["Call with a number that the rule asks for"],
  number_kinds: [],
  own: [],
};
const CHANGE_PACKS = "Choose other rule packs in the organization's preferences, once counsel agrees";
const CHANGE_HOURS = {
  campaign: "Change the schedule of the campaign",
  organization: "Change the calling hours of the organization",
};

const BUDGET_REMEDIES: Readonly<Record<BudgetShortage["waitsFor"], string[]>> = {
  price_list: ["Have the operator add the price in the budget's currency", "Remove the budget"],
  calls_end: ["Call again when calls under way have ended", "Raise the budget"],
  prices_arrive: ["Call again when carriers have told the prices of earlier calls", "Raise the budget"],
  renewal: ["Raise the budget", "Call again when the budget renews"],
};

/** Returns what people can do about a call that was blocked with this outcome for these facts. */
export const listRemedies = (outcome: string, facts: AdmissionFacts): string[] =>
  isBlocked(outcome) ? REMEDIES[outcome](facts) : [];

const REMEDIES: Readonly<Record<BlockedOutcome, (facts: AdmissionFacts) => string[]>> = {
  // A national list is not the organization's to change.
  blocked_dnc: ({ onDoNotCall, doNotCallUntilMs }) => [
    onDoNotCall
      ? "Remove the number from the do-not-call list once the person has asked to be called again"
      : RECORD_CONSENT,
    ...(onDoNotCall && doNotCallUntilMs !== null ? ["Call again when the entry has ended"] : []),
  ],
  blocked_consent: ({ consent }) => [
    RECORD_CONSENT,
    ...(consent === "unknown" ? ["Attest consent for all contacts when the campaign is started"] : []),
  ],
  blocked_number_kind: () => [
    "Add the number's kind or country to allowed_number_kinds or allowed_countries in the organization's preferences",
  ],
  blocked_rule: ({ rules }) => [
    ...(rules?.refused ? REFUSED_BY[rules.refused.of] : ["Call again when the rule allows it"]),
    CHANGE_PACKS,
  ],
  blocked_window: ({ window, hours: { source }, rules }) => {
    if (window.open && rules?.waits) return ["Call again within the hours of the rule pack", CHANGE_PACKS];
    return [
      ...(!window.open && window.opensAtMs === null ? [] : ["Call again within the calling hours"]),
      CHANGE_HOURS[source ?? "organization"],
    ];
  },
  blocked_ended: () => ["Set a later ends_at for the campaign while it is paused", "Clone the campaign"],
  blocked_cap: ({ recentAttemptsMs, maxAttemptsPerDay, rules }) =>
    rules?.waits && (maxAttemptsPerDay === null || recentAttemptsMs.length < maxAttemptsPerDay)
      ? ["Call again when the rule allows it", CHANGE_PACKS]
      : [
          `Call again when the number was dialled less often within ${ATTEMPTS_WINDOW_HOURS} hours`,
          "Raise max_attempts_per_number_per_day in the organization's preferences",
        ],
  blocked_budget: ({ budgets }) => BUDGET_REMEDIES[findShortage(budgets)?.waitsFor ?? "renewal"],
};

const isBlocked = (outcome: string): outcome is BlockedOutcome => Object.hasOwn(REMEDIES, outcome);

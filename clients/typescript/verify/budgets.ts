import { moneyOf } from "./dialling.ts";
import { admittedMs, type Entry, type Facts, isRecord, numberOf, textOf } from "./entries.ts";
import { createFinding, type Finding } from "./finding.ts";
import { readClock } from "./hours.ts";

interface Spent {
  campaign: number | null;
  atMs: number;
  /** What the attempt has cost, or what is held for it. */
  amount: number;
  currency: string;
}

interface Limit {
  whose: string;
  most: number;
  currency: string;
  counts(spent: Spent): boolean;
}

/**
 * Adds up what attempts cost as far as it was known at each instant, and what was held for calls under way. What models of other
 * calls may still cost is left out, so that this never accuses a call that was within its budget.
 */
export const checkBudgets = (entries: readonly Entry[], policies: ReadonlyMap<string, Facts>): Finding => {
  const finding = createFinding("No attempt exceeded a budget", "attempts with a budget");
  const spent = new Map<string, Spent>();
  for (const entry of entries) {
    const { index, kind, facts } = entry;
    const run = textOf(facts, "run") ?? "";
    if (kind === "attempt.settled" || kind === "attempt.priced") settle(spent.get(run), facts);
    if (kind !== "attempt.requested" || textOf(facts, "environment") !== "production") continue;
    const atMs = admittedMs(entry);
    const whole = moneyOf(facts["reserved"]);
    const limits = listLimits(policies.get(textOf(facts, "policy") ?? ""), {
      campaign: numberOf(facts, "campaign"),
      atMs,
    });
    if (limits.length > 0) finding.checked += 1;
    for (const { whose, most, currency, counts } of limits) {
      const others = [...spent.values()].filter((each) => each.currency === currency && counts(each));
      const sum = others.reduce((total, { amount }) => total + amount, whole?.currency === currency ? whole.amount : 0);
      if (sum > most)
        finding.faults.push({
          entry: index,
          sentence: `The ${whose} is ${most} ${currency}, and ${sum} were spent and held`,
        });
    }
    const held = moneyOf(facts["reserved_for_call"]);
    spent.set(run, {
      campaign: numberOf(facts, "campaign"),
      atMs,
      amount: held?.amount ?? 0,
      currency: held?.currency ?? "",
    });
  }
  return finding;
};

/** An attempt that is over counts with its cost, or with what is still held until its carrier names it. */
const settle = (attempt: Spent | undefined, facts: Facts): void => {
  if (!attempt) return;
  const held = moneyOf(facts["held"]);
  const cost = numberOf(facts, "cost_minor");
  const currency = textOf(facts, "currency");
  if (held) Object.assign(attempt, held);
  else if (cost !== null && currency !== null) Object.assign(attempt, { amount: cost, currency });
  else attempt.amount = 0;
};

const listLimits = (policy: Facts | undefined, attempt: { campaign: number | null; atMs: number }): Limit[] => {
  const budgets = policy?.["budgets"];
  if (!isRecord(budgets)) return [];
  const { campaign, organization, timezone } = budgets;
  const limits: Limit[] = [];
  const add = (whose: string, budget: Facts, name: string, counts: Limit["counts"]) => {
    const most = numberOf(budget, name);
    const currency = textOf(budget, "currency");
    if (most !== null && currency !== null) limits.push({ whose, most, currency, counts });
  };
  if (isRecord(campaign))
    add("campaign's budget", campaign, "total_minor", (spent) => spent.campaign === attempt.campaign);
  if (isRecord(organization)) {
    const zone = typeof timezone === "string" ? timezone : "UTC";
    const { date } = readClock(zone, attempt.atMs);
    const isSame = (length: number) => (spent: Spent) =>
      readClock(zone, spent.atMs).date.slice(0, length) === date.slice(0, length);
    add("day's budget", organization, "daily_minor", isSame("2026-11-28".length));
    add("month's budget", organization, "monthly_minor", isSame("2026-11".length));
  }
  return limits;
};

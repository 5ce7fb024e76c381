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
  /** What counts: the name of a sum. */
  sum: string;
}

/**
 * Adds up what attempts cost as far as it was known at each instant, and what was held for calls under way. What models of other
 * calls may still cost is left out, so that this never accuses a call that was within its budget.
 */
export const checkBudgets = (entries: readonly Entry[], policies: ReadonlyMap<string, Facts>): Finding => {
  const finding = createFinding("No attempt exceeded a budget", "attempts with a budget");
  const sums = createSums();
  for (const entry of entries) {
    const { index, kind, facts } = entry;
    const run = textOf(facts, "run") ?? "";
    if (kind === "attempt.settled" || kind === "attempt.priced") settle(sums, run, facts);
    if (kind !== "attempt.requested" || textOf(facts, "environment") !== "production") continue;
    const atMs = admittedMs(entry);
    const campaign = numberOf(facts, "campaign");
    const whole = moneyOf(facts["reserved"]);
    const limits = listLimits(policies.get(textOf(facts, "policy") ?? ""), { campaign, atMs }, sums);
    if (limits.length > 0) finding.checked += 1;
    for (const { whose, most, currency, sum: name } of limits) {
      const sum = sums.read(name) + (whole?.currency === currency ? whole.amount : 0);
      if (sum > most)
        finding.faults.push({
          entry: index,
          sentence: `The ${whose} is ${most} ${currency}, and ${sum} were spent and held`,
        });
    }
    const held = moneyOf(facts["reserved_for_call"]);
    sums.set(run, { campaign, atMs, amount: held?.amount ?? 0, currency: held?.currency ?? "" });
  }
  return finding;
};

interface Sums {
  get(run: string): Spent | undefined;
  set(run: string, spent: Spent): void;
  read(name: string): number;
  /** From here on the days and months of this zone have sums too. */
  countIn(zone: string): void;
}

const nameOfCampaign = (campaign: number | null, currency: string) => `campaign ${campaign} ${currency}`;
const nameOfSpan = (zone: string, span: string, currency: string) => `${zone} ${span} ${currency}`;
const monthOf = (date: string) => date.slice(0, "2026-11".length);

/** Keeps sums as attempts come and are settled: to add up all attempts at each one takes hours for a large record. */
const createSums = (): Sums => {
  const spent = new Map<string, Spent>();
  const sums = new Map<string, number>();
  const zones = new Set<string>();
  const add = (name: string, amount: number) => sums.set(name, (sums.get(name) ?? 0) + amount);
  const addIn = (zone: string, { atMs, currency }: Spent, amount: number) => {
    const { date } = readClock(zone, atMs);
    add(nameOfSpan(zone, date, currency), amount);
    add(nameOfSpan(zone, monthOf(date), currency), amount);
  };
  const addAttempt = (attempt: Spent, amount: number) => {
    add(nameOfCampaign(attempt.campaign, attempt.currency), amount);
    for (const zone of zones) addIn(zone, attempt, amount);
  };
  return {
    get: (run) => spent.get(run),
    read: (name) => sums.get(name) ?? 0,
    set: (run, attempt) => {
      const before = spent.get(run);
      if (before) addAttempt(before, -before.amount);
      addAttempt(attempt, attempt.amount);
      spent.set(run, attempt);
    },
    countIn: (zone) => {
      if (zones.has(zone)) return;
      zones.add(zone);
      for (const attempt of spent.values()) addIn(zone, attempt, attempt.amount);
    },
  };
};

/** An attempt that is over counts with its cost, or with what is still held until its carrier names it. */
const settle = (sums: Sums, run: string, facts: Facts): void => {
  const attempt = sums.get(run);
  if (!attempt) return;
  const held = moneyOf(facts["held"]);
  const cost = numberOf(facts, "cost_minor");
  const currency = textOf(facts, "currency");
  if (held) sums.set(run, { ...attempt, ...held });
  else if (cost !== null && currency !== null) sums.set(run, { ...attempt, amount: cost, currency });
  else sums.set(run, { ...attempt, amount: 0 });
};

const listLimits = (
  policy: Facts | undefined,
  attempt: { campaign: number | null; atMs: number },
  sums: Pick<Sums, "countIn">,
): Limit[] => {
  const budgets = policy?.["budgets"];
  if (!isRecord(budgets)) return [];
  const { campaign, organization, timezone } = budgets;
  const limits: Limit[] = [];
  const add = (whose: string, budget: Facts, name: string, sumOf: (currency: string) => string) => {
    const most = numberOf(budget, name);
    const currency = textOf(budget, "currency");
    if (most !== null && currency !== null) limits.push({ whose, most, currency, sum: sumOf(currency) });
  };
  if (isRecord(campaign))
    add("campaign's budget", campaign, "total_minor", (currency) => nameOfCampaign(attempt.campaign, currency));
  if (isRecord(organization)) {
    const zone = typeof timezone === "string" ? timezone : "UTC";
    const { date } = readClock(zone, attempt.atMs);
    sums.countIn(zone);
    add("day's budget", organization, "daily_minor", (currency) => nameOfSpan(zone, date, currency));
    add("month's budget", organization, "monthly_minor", (currency) => nameOfSpan(zone, monthOf(date), currency));
  }
  return limits;
};

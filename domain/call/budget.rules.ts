/** An amount in the minor unit of its currency (ISO 4217). */
export interface Money {
  amountMinor: number;
  currency: string;
}

/** What an organization lets its outbound calls cost in a day and in a month of its own zone. */
export interface OrganizationBudget {
  daily_minor: number | null;
  monthly_minor: number | null;
  currency: string;
}

/** What a campaign's calls may cost altogether. */
export interface CampaignBudget {
  total_minor: number;
  currency: string;
}

/** One budget that a call counts against, as it stands at this moment. */
export interface BudgetStanding {
  whose: "campaign" | "day" | "month";
  limitMinor: number;
  currency: string;
  /** What calls that are priced have cost. */
  spentMinor: number;
  /** The highest cost of calls that are not priced yet. */
  heldMinor: number;
  /** Whether some of these calls are under way: their ends give back what they did not cost. */
  hasCallsUnderWay: boolean;
  /** When it begins anew; null: never. */
  renewsAtMs: number | null;
}

export interface BudgetFacts {
  standings: readonly BudgetStanding[];
  /** What the call costs if it lasts as long as it may; null: nobody has said what its carrier charges. */
  highestCost: Money | null;
}

/** Why a call does not fit its budgets. */
export interface BudgetShortage {
  sentence: string;
  /** `calls_end`: within minutes; `prices_arrive`: within hours; `renewal`: at `untilMs`, null: when it is raised. */
  waitsFor: "calls_end" | "prices_arrive" | "renewal" | "price_list";
  untilMs: number | null;
}

/** Null: the call fits every budget even if it lasts as long as it may. */
export const findShortage = ({ standings, highestCost }: BudgetFacts): BudgetShortage | null => {
  for (const standing of standings) {
    const shortage = shortageOf(standing, highestCost);
    if (shortage) return shortage;
  }
  return null;
};

const shortageOf = (standing: BudgetStanding, highestCost: Money | null): BudgetShortage | null => {
  const { currency, limitMinor, spentMinor, heldMinor } = standing;
  const name = NAMES[standing.whose];
  if (highestCost === null || highestCost.currency !== currency) {
    const sentence = `The ${name} is in ${currency}, and there is no price in ${currency} for calls of this carrier: nothing is dialled that it cannot be kept for`;
    return { sentence, waitsFor: "price_list", untilMs: null };
  }
  const { amountMinor } = highestCost;
  if (spentMinor + heldMinor + amountMinor <= limitMinor) return null;
  return {
    sentence: `The ${name} is ${money(limitMinor, currency)}: ${money(spentMinor, currency)} are spent, ${money(heldMinor, currency)} are held for calls, and this call may cost up to ${money(amountMinor, currency)}`,
    ...waitOf(standing),
  };
};

const NAMES = { campaign: "campaign's budget", day: "day's budget", month: "month's budget" } as const;

const waitOf = ({ hasCallsUnderWay, heldMinor, renewsAtMs }: BudgetStanding) => {
  if (hasCallsUnderWay) return { waitsFor: "calls_end", untilMs: null } as const;
  return { waitsFor: heldMinor > 0 ? "prices_arrive" : "renewal", untilMs: renewsAtMs } as const;
};

const money = (amountMinor: number, currency: string): string => {
  const format = new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "code" });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 0;
  return format.format(amountMinor / 10 ** digits).replaceAll("\u00a0", " ");
};

/** What a campaign's first calls come to if each lasts as long as it may. */
export interface HighestCosts {
  contacts: number;
  total: Money;
}

/** What to know before a campaign starts that may cost more than a budget has left; null: it has enough. */
export const warnOfCost = (standing: BudgetStanding, { contacts, total }: HighestCosts): string | null => {
  const { currency, limitMinor, spentMinor, heldMinor } = standing;
  const leftMinor = Math.max(limitMinor - spentMinor - heldMinor, 0);
  if (total.currency !== currency || total.amountMinor <= leftMinor) return null;
  const people = contacts === 1 ? "1 contact" : `${contacts} contacts`;
  const waits = standing.renewsAtMs === null ? "until it is raised" : "until it is renewed or raised";
  return `Calling ${people} once may cost up to ${money(total.amountMinor, currency)}, and the ${NAMES[standing.whose]} has ${money(leftMinor, currency)} left: the campaign may wait ${waits}`;
};

/** The budget of which nothing is left, in a sentence; null: something is left of each. */
export const spentBudget = (standings: readonly BudgetStanding[]): string | null => {
  const spent = standings.find(({ spentMinor, heldMinor, limitMinor }) => spentMinor + heldMinor >= limitMinor);
  return spent ? `The ${NAMES[spent.whose]} of ${money(spent.limitMinor, spent.currency)} is used up` : null;
};

/** How a call's reservation stands once it has ended. */
export interface CallEndCost {
  reserved: Money | null;
  /** What the carrier says; null: nothing yet. */
  cost: Money | null;
  /** What the price list says of its length; null: its length is unknown, or its carrier has no price. */
  listed: Money | null;
  /** The carrier may have connected it, whatever became of it. */
  mayHaveBeenMade: boolean;
}

/** What stays held after a call's end until its cost is known; null: nothing. */
export const heldAfterEnd = ({ reserved, cost, listed, mayHaveBeenMade }: CallEndCost): Money | null => {
  if (reserved === null || !mayHaveBeenMade) return null;
  // A cost in another currency cannot be set against the budget: the listed one stands in for it.
  if (cost !== null && cost.currency === reserved.currency) return null;
  const known = listed?.currency === reserved.currency ? listed : reserved;
  return known.amountMinor === 0 ? null : known;
};

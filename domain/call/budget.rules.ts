import type { CampaignWarning } from "../campaign/campaign-warning.rules.ts";

/** Models are not asked later about a call that has ended, so what is still held for it then does not count. */
export const MODELS_RESERVED_DAYS = 2;
/** No speech is requested after a call, so what is held for longer belongs to a media process that was killed. */
export const SPEECH_RESERVED_MINUTES = 10;

/** What a budget may say, in the minor unit of its currency. */
export const BUDGET_AMOUNTS = { least: 1, most: 1_000_000_000_000 } as const;

/** An amount in the minor unit of its currency (ISO 4217). */
export interface Money {
  amountMinor: number;
  currency: string;
}

/** The limits of an organization for the cost of its outbound calls per day and per month, in its own zone. */
export interface OrganizationBudget {
  daily_minor: number | null;
  monthly_minor: number | null;
  currency: string;
}

/** The limit for the total cost of a campaign's calls. */
export interface CampaignBudget {
  total_minor: number;
  currency: string;
}

/** One budget that a call counts against, and its use at this moment. */
export interface BudgetStanding {
  whose: "campaign" | "day" | "month";
  limitMinor: number;
  currency: string;
  /** The cost of the calls that are priced, and of their models' tokens. */
  spentMinor: number;
  /** The highest cost of the calls that are not priced yet, and what their models may still cost. */
  heldMinor: number;
  /** True while some of these calls are in progress: when they end, the part that they did not cost is released. */
  hasCallsUnderWay: boolean;
  /** When the budget starts again from zero; null: never. */
  renewsAtMs: number | null;
}

/** The use of a budget, with the models' parts of what is spent and held. */
export interface BudgetFigures extends BudgetStanding {
  models: { spentMinor: number; heldMinor: number };
}

export interface BudgetFacts {
  standings: readonly BudgetStanding[];
  /** The cost of the call if it lasts as long as it may; null: its carrier has no price. */
  highestCost: Money | null;
  /** The highest cost of the call's language models; null: they have no price, or there is no budget. */
  highestModelCost: Money | null;
  /** The highest cost of the models that speak and hear in it; null also where the carrier's own models do. */
  highestSpeechCost: Money | null;
}

/** The reason why a call does not fit its budgets. */
export interface BudgetShortage {
  sentence: string;
  /**
   * `calls_end`: within minutes; `prices_arrive`: within hours; `renewal`: at `untilMs`, or null: when somebody raises
   * it.
   */
  waitsFor: "calls_end" | "prices_arrive" | "renewal" | "price_list";
  untilMs: number | null;
}

/** Returns the first budget that the call does not fit if it lasts as long as it may, or the text; null: it fits all of them. */
export const findShortage = (
  { standings, ...highest }: BudgetFacts,
  spentFor: "call" | "text" = "call",
): BudgetShortage | null => {
  for (const standing of standings) {
    const shortage = shortageOf(standing, highest, spentFor);
    if (shortage) return shortage;
  }
  return null;
};

const shortageOf = (
  standing: BudgetStanding,
  { highestCost, highestModelCost, highestSpeechCost }: Omit<BudgetFacts, "standings">,
  spentFor: "call" | "text",
): BudgetShortage | null => {
  const { currency, limitMinor, spentMinor, heldMinor } = standing;
  const name = NAMES[standing.whose];
  if (highestCost === null || highestCost.currency !== currency) {
    const sentence = `The ${name} is in ${currency}, and this carrier's ${spentFor}s have no price in ${currency}: ${spentFor}s whose cost is unknown are not ${spentFor === "call" ? "dialled" : "sent"}`;
    return { sentence, waitsFor: "price_list", untilMs: null };
  }
  if (highestModelCost !== null && highestModelCost.currency !== currency) {
    const sentence = `The ${name} is in ${currency}, and the tokens of the agent's model are priced in ${highestModelCost.currency}: the operator gives their price in ${currency} in MODEL_PRICES_FILE`;
    return { sentence, waitsFor: "price_list", untilMs: null };
  }
  if (highestSpeechCost !== null && highestSpeechCost.currency !== currency) {
    const sentence = `The ${name} is in ${currency}, and the models that speak and hear are priced in ${highestSpeechCost.currency}: the operator gives their price in ${currency} in MODEL_PRICES_FILE`;
    return { sentence, waitsFor: "price_list", untilMs: null };
  }
  const ofModelsMinor = (highestModelCost?.amountMinor ?? 0) + (highestSpeechCost?.amountMinor ?? 0);
  const amountMinor = highestCost.amountMinor + ofModelsMinor;
  if (spentMinor + heldMinor + amountMinor <= limitMinor) return null;
  return {
    sentence: `The ${name} is ${formatMoney(limitMinor, currency)}: ${formatMoney(spentMinor, currency)} are spent, ${formatMoney(heldMinor, currency)} are held for calls, and this ${spentFor} may cost up to ${formatMoney(amountMinor, currency)}`,
    ...waitOf(standing),
  };
};

const NAMES = { campaign: "campaign's budget", day: "day's budget", month: "month's budget" } as const;

const waitOf = ({ hasCallsUnderWay, heldMinor, renewsAtMs }: BudgetStanding) => {
  if (hasCallsUnderWay) return { waitsFor: "calls_end", untilMs: null } as const;
  return { waitsFor: heldMinor > 0 ? "prices_arrive" : "renewal", untilMs: renewsAtMs } as const;
};

/** Formats an amount for sentences: `USD 1.00`. */
export const formatMoney = (amountMinor: number, currency: string): string => {
  const format = new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "code" });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 0;
  return format.format(amountMinor / 10 ** digits).replaceAll("\u00a0", " ");
};

/** The cost of a campaign's first calls if each lasts as long as it may. */
export interface HighestCosts {
  contacts: number;
  total: Money;
}

/**
 * Returns a warning for a campaign that may cost more than a budget has left before it starts; null: there is enough.
 */
export const warnOfCost = (standing: BudgetStanding, { contacts, total }: HighestCosts): CampaignWarning | null => {
  const { currency, limitMinor, spentMinor, heldMinor } = standing;
  const leftMinor = Math.max(limitMinor - spentMinor - heldMinor, 0);
  if (total.currency !== currency || total.amountMinor <= leftMinor) return null;
  const people = contacts === 1 ? "1 contact" : `${contacts} contacts`;
  const waits = standing.renewsAtMs === null ? "until it is raised" : "until it is renewed or raised";
  return {
    code: "may_cost_more",
    sentence: `Calling ${people} once may cost up to ${formatMoney(total.amountMinor, currency)}, and the ${NAMES[standing.whose]} has ${formatMoney(leftMinor, currency)} left: the campaign may wait ${waits}`,
    values: {
      contacts,
      cost_minor: total.amountMinor,
      left_minor: leftMinor,
      currency,
      whose: standing.whose,
      renews: standing.renewsAtMs !== null,
    },
  };
};

/** Returns a sentence about the first budget that is used up; null: each has something left. */
export const describeSpentBudget = (standings: readonly BudgetStanding[]): string | null => {
  const spent = standings.find(({ spentMinor, heldMinor, limitMinor }) => spentMinor + heldMinor >= limitMinor);
  return spent ? `The ${NAMES[spent.whose]} of ${formatMoney(spent.limitMinor, spent.currency)} is used up` : null;
};

/**
 * Tells whether a cost takes the place of what is reserved: one in another currency cannot be compared with the budget, so the
 * reservation is kept.
 */
export const releasesReservation = (ofCost: string, reserved: string | null): boolean => ofCost === reserved;

/** The reservation of a call that has ended, and what is known of its cost. */
export interface CallEndCost {
  reserved: Money | null;
  /** The cost from the carrier; null: not known yet. */
  cost: Money | null;
  /** The cost by the price list; null: the length is unknown, or the carrier has no price. */
  listed: Money | null;
  /** The carrier may have connected the call, whatever its outcome. */
  mayHaveBeenMade: boolean;
}

/** Returns the amount that stays reserved after the end of a call until its cost is known; null: none. */
export const computeReservedAfterEnd = ({ reserved, cost, listed, mayHaveBeenMade }: CallEndCost): Money | null => {
  if (reserved === null || !mayHaveBeenMade) return null;
  // In place of a cost in another currency, the listed one is used.
  if (cost !== null && releasesReservation(cost.currency, reserved.currency)) return null;
  const known = listed?.currency === reserved.currency ? listed : reserved;
  return known.amountMinor === 0 ? null : known;
};

import type { Money } from "./budget.rules.ts";

/** What a carrier takes for calls and texts to a destination, in the minor unit of its currency; fractions are allowed. */
export interface DestinationPrice {
  per_minute_minor: number;
  /** Every started period counts as a whole one. */
  billed_every_seconds: number;
  /** Absent: texts have no price. */
  per_segment_minor?: number | undefined;
}

/** What a call or a text costs by a price list. */
export interface ListedCost {
  costMinor: number;
  currency: string;
}

/** Returns the price by the longest prefix that a number begins with; undefined: none fits. */
export const findDestination = <Price extends DestinationPrice>(
  destinations: Readonly<Record<string, Price>>,
  phoneNumber: string,
): Price | undefined =>
  Object.entries(destinations)
    .filter(([prefix]) => phoneNumber.startsWith(prefix))
    .sort(([a], [b]) => b.length - a.length)[0]?.[1];

/** Returns what talk of this length costs: every started period of its price. */
export const computeCallCost = (
  { per_minute_minor, billed_every_seconds }: DestinationPrice,
  talkSeconds: number,
): number => {
  const billedSeconds = Math.ceil(talkSeconds / billed_every_seconds) * billed_every_seconds;
  return roundCost((billedSeconds / 60) * per_minute_minor);
};

/** Returns what so many segments of a text cost. */
export const computeTextCost = (perSegmentMinor: number, segments: number): number =>
  roundCost(segments * perSegmentMinor);

/** Rounds to the nearest minor unit; what costs something never costs 0. */
const roundCost = (exactMinor: number): number => (exactMinor === 0 ? 0 : Math.max(1, Math.round(exactMinor)));

interface CallToLast {
  provider: string;
  phoneNumber: string | null;
  timeLimitSeconds: number;
}

interface PriceList {
  costOf(call: { provider: string; phoneNumber: string | null; durationSeconds: number }): ListedCost | null;
}

/** Returns what a call costs if it lasts as long as it may, the highest that it can; null: its carrier has no price. */
export const findHighestCost = (
  prices: PriceList,
  { provider, phoneNumber, timeLimitSeconds }: CallToLast,
): Money | null => toMoney(prices.costOf({ provider, phoneNumber, durationSeconds: timeLimitSeconds }));

export const toMoney = (listed: ListedCost | null): Money | null =>
  listed && { amountMinor: listed.costMinor, currency: listed.currency };

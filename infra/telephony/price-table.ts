import { readFileSync } from "node:fs";
import { z } from "zod";
import { ConfigurationError } from "../config/config.ts";

const price = z.strictObject({
  /** In the minor unit of the currency; may be a fraction of it. */
  per_minute_minor: z.number().min(0),
  /** Every begun period counts whole. */
  billed_every_seconds: z.int().min(1).max(3600).default(60),
});
const carrierPrices = price.extend({
  currency: z.string().regex(/^[A-Z]{3}$/, "must be an ISO 4217 code"),
  /** Prices of other destinations, by the beginning of their numbers; the longest that fits counts. */
  destinations: z.record(z.string().regex(/^\+\d{1,15}$/, "must be + and digits"), price).default({}),
});
const prices = z.record(z.string(), carrierPrices);

type Prices = z.output<typeof prices>;

export interface PricedCall {
  provider: string;
  /** The number that was dialled, or that was called from outside. E.164. */
  phoneNumber: string | null;
  /** Talk time. */
  durationSeconds: number;
}

/** What calls cost of carriers that do not tell. */
export interface PriceTable {
  /** null: the table has no price for this carrier. Rounded to the nearest minor unit; never 0 for what is not free. */
  costOf(call: PricedCall): { costMinor: number; currency: string } | null;
}

export const createPriceTable = (table: Prices): PriceTable => ({
  costOf: ({ provider, phoneNumber, durationSeconds }) => {
    const ofCarrier = table[provider];
    if (!ofCarrier) return null;
    const { per_minute_minor, billed_every_seconds } = destinationOf(ofCarrier, phoneNumber ?? "") ?? ofCarrier;
    const billedSeconds = Math.ceil(durationSeconds / billed_every_seconds) * billed_every_seconds;
    const exact = (billedSeconds / 60) * per_minute_minor;
    return { costMinor: exact === 0 ? 0 : Math.max(1, Math.round(exact)), currency: ofCarrier.currency };
  },
});

const destinationOf = ({ destinations }: Prices[string], phoneNumber: string) =>
  Object.entries(destinations)
    .filter(([prefix]) => phoneNumber.startsWith(prefix))
    .sort(([a], [b]) => b.length - a.length)[0]?.[1];

export const noPrices: PriceTable = { costOf: () => null };

/** Reads a JSON file, by carrier; unset: no prices. Throws ConfigurationError that lists every fault. */
export const readPriceTable = (file: string | undefined): PriceTable => {
  if (file === undefined) return noPrices;
  const result = prices.safeParse(contentOf(file));
  if (result.success) return createPriceTable(result.data);
  const faults = result.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
  throw new ConfigurationError(`CALL_PRICES_FILE ${file} has ${faults.length} fault(s):\n${faults.join("\n")}`);
};

const contentOf = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError(`CALL_PRICES_FILE ${file} cannot be read as JSON: ${reason}`);
  }
};

import { z } from "zod";
import {
  computeCallCost,
  computeTextCost,
  findDestination,
  type ListedCost,
} from "../../domain/call/call-price.rules.ts";
import type { TokenPrice } from "../../domain/model/model-usage.ts";
import type { SpeechPrice } from "../../domain/model/speech-usage.ts";
import { MINUTE_MS } from "../../domain/time/durations.rules.ts";
import { readOperatorFile } from "../config/operator-file.ts";

const price = z.strictObject({
  /** In the minor unit of the currency; fractions are allowed. */
  per_minute_minor: z.number().min(0),
  /** Every started period counts as a whole one. */
  billed_every_seconds: z.int().min(1).max(3600).default(60),
  /** Of each segment of a text; absent: texts have no price. */
  per_segment_minor: z.number().min(0).optional(),
});
const carrierPrices = price.extend({
  currency: z.string().regex(/^[A-Z]{3}$/, "must be an ISO 4217 code"),
  /** Prices of other destinations, by prefix; the longest match counts. */
  destinations: z.record(z.string().regex(/^\+\d{1,15}$/, "must be + and digits"), price).default({}),
});
const prices = z.record(z.string(), carrierPrices);

type Prices = z.output<typeof prices>;

export interface PricedCall {
  provider: string;
  /** The number that was dialled, or the caller's. E.164. */
  phoneNumber: string | null;
  /** Talk time. */
  durationSeconds: number;
}

const amount = z.number().min(0);

export interface PricedText {
  provider: string;
  /** E.164. */
  phoneNumber: string;
  segments: number;
}

/** The cost of a million tokens or characters, or of a minute of sound, in the minor unit of the currency. */
const modelPrice = z
  .strictObject({
    currency: z.string().regex(/^[A-Z]{3}$/, "must be an ISO 4217 code"),
    prompt_per_million_minor: amount.optional(),
    completion_per_million_minor: amount.optional(),
    characters_per_million_minor: amount.optional(),
    sound_per_minute_minor: amount.optional(),
  })
  .superRefine((price, refinement) => {
    const isSpeech = (price.characters_per_million_minor ?? price.sound_per_minute_minor) !== undefined;
    for (const name of ["prompt_per_million_minor", "completion_per_million_minor"] as const) {
      const isNeeded = !isSpeech || hasTokens(price);
      if (isNeeded && price[name] === undefined)
        refinement.addIssue({ code: "custom", path: [name], message: NEEDS_TOKENS });
    }
  });
const hasTokens = (price: { prompt_per_million_minor?: unknown; completion_per_million_minor?: unknown }): boolean =>
  (price.prompt_per_million_minor ?? price.completion_per_million_minor) !== undefined;
const NEEDS_TOKENS =
  "is missing; a model that speaks or hears has characters_per_million_minor or sound_per_minute_minor in its place";

const modelPrices = z.record(
  z.string().regex(/^[a-z]+\/.+$/, "must be the provider and the model, such as openai/gpt-4.1-mini"),
  modelPrice,
);
type ModelPrices = z.output<typeof modelPrices>;

/** Prices of runs: of calls at carriers that do not report them, and of model tokens. */
export interface PriceTable {
  /**
   * Returns the cost, rounded to the nearest minor unit and never 0 for a priced call; null: the table has no price for
   * this carrier.
   */
  costOf(call: PricedCall): ListedCost | null;
  /** Returns the cost of a text, as that of a call; null: the table has no price for the carrier's texts. */
  costOfText(text: PricedText): ListedCost | null;
  /** Returns the currency of the carrier's prices; null: the table has none. */
  currencyOf(provider: string): string | null;
  /** Returns null when the table has no price for this model. */
  costOfTokens: TokenPrice;
  /** Returns null when the table has no price for this model's speech. */
  costOfSpeech: SpeechPrice;
}

export const createPriceTable = (table: Prices, models: ModelPrices = {}): PriceTable => ({
  currencyOf: (provider) => table[provider]?.currency ?? null,
  costOf: ({ provider, phoneNumber, durationSeconds }) => {
    const ofCarrier = table[provider];
    if (!ofCarrier) return null;
    const ofDestination = findDestination(ofCarrier.destinations, phoneNumber ?? "");
    return { costMinor: computeCallCost(ofDestination ?? ofCarrier, durationSeconds), currency: ofCarrier.currency };
  },
  costOfText: ({ provider, phoneNumber, segments }) => {
    const ofCarrier = table[provider];
    if (!ofCarrier) return null;
    const ofDestination = findDestination(ofCarrier.destinations, phoneNumber);
    const perSegment = ofDestination?.per_segment_minor ?? ofCarrier.per_segment_minor;
    if (perSegment === undefined) return null;
    return { costMinor: computeTextCost(perSegment, segments), currency: ofCarrier.currency };
  },
  costOfTokens: (model, { promptTokens, completionTokens }) => {
    const price = models[model];
    if (!price) return model.startsWith(FREE_MODELS) ? { exactMinor: 0, currency: "USD" } : null;
    const { prompt_per_million_minor: prompt, completion_per_million_minor: completion, currency } = price;
    if (prompt === undefined || completion === undefined) return null;
    return { exactMinor: (promptTokens * prompt + completionTokens * completion) / MILLION, currency };
  },
  costOfSpeech: (model, { characters, soundMs }) => {
    const { characters_per_million_minor: text, sound_per_minute_minor: sound, currency } = models[model] ?? {};
    if (currency === undefined || (text ?? sound) === undefined) return null;
    return { exactMinor: (characters * (text ?? 0)) / MILLION + (soundMs * (sound ?? 0)) / MINUTE_MS, currency };
  },
});

const MILLION = 1_000_000;
/** The stand-in models, which need no key. */
const FREE_MODELS = "local/";

/** The simulator's price unless its script says otherwise. */
const SIMULATOR_PRICES: Prices = {
  simulator: { per_minute_minor: 1, per_segment_minor: 1, billed_every_seconds: 60, currency: "USD", destinations: {} },
};

export const noPrices: PriceTable = createPriceTable({});

/**
 * Reads both JSON files; without them there are only the simulator's prices. Throws ConfigurationError that lists every
 * fault of one.
 */
export const readPriceTable = (files: {
  CALL_PRICES_FILE?: string | undefined;
  MODEL_PRICES_FILE?: string | undefined;
}): PriceTable =>
  createPriceTable(
    { ...SIMULATOR_PRICES, ...readPrices("CALL_PRICES_FILE", files.CALL_PRICES_FILE, prices) },
    readPrices("MODEL_PRICES_FILE", files.MODEL_PRICES_FILE, modelPrices) ?? {},
  );

const readPrices = <S extends z.ZodType>(name: string, file: string | undefined, schema: S): z.output<S> | null =>
  file === undefined ? null : readOperatorFile(name, file, schema);

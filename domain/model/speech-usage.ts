import { type RunModelUsage, type RunSpeechUsage, readModelCost, roundToMinorUnit } from "./model-usage.ts";

/** The amounts by which a request to a model that speaks or hears is charged. */
export interface SpeechAmount {
  /** The characters of the spoken text; 0 for a model that hears. */
  characters: number;
  /** The length of the sound that was spoken or heard. */
  soundMs: number;
}

export interface SpeechUsage extends SpeechAmount {
  part: "tts" | "stt";
  /** `openai/gpt-4o-mini-tts`. */
  model: string;
}

/** Returns a price in the minor unit, with fractions; null: the model has no price for speech. */
export type SpeechPrice = (model: string, amount: SpeechAmount) => { exactMinor: number; currency: string } | null;

type Requests = SpeechUsage & { requests: number };

/** Sums the requests of one part, rounded once; a cost above zero is at least one unit. Null: there were none. */
export const sumSpeech = (usages: readonly Requests[], priceOf: SpeechPrice): RunSpeechUsage | null => {
  if (usages.length === 0) return null;
  const sum = (amount: (usage: Requests) => number) => usages.reduce((total, usage) => total + amount(usage), 0);
  const prices = usages.map((usage) => priceOf(usage.model, usage));
  const known = prices.filter((price) => price !== null);
  const currencies = new Set(known.map(({ currency }) => currency));
  const isPriced = known.length === prices.length && currencies.size === 1;
  return {
    requests: sum(({ requests }) => requests),
    characters: sum(({ characters }) => characters),
    seconds: Math.round(sum(({ soundMs }) => soundMs) / 1000),
    cost_minor: isPriced ? roundToMinorUnit(known.reduce((total, { exactMinor }) => total + exactMinor, 0)) : null,
    currency: isPriced ? ([...currencies][0] ?? null) : null,
  };
};

type SpeechParts = Readonly<Record<SpeechUsage["part"], RunSpeechUsage | null>>;

/** Sums the requests of both parts. */
export const sumSpeechParts = (usages: readonly Requests[], priceOf: SpeechPrice): SpeechParts => {
  const sumOf = (part: SpeechUsage["part"]) =>
    sumSpeech(
      usages.filter((usage) => usage.part === part),
      priceOf,
    );
  return { tts: sumOf("tts"), stt: sumOf("stt") };
};

/** Returns what both parts cost in this currency. */
export const readSpeechCost = ({ tts, stt }: SpeechParts, currency: string): number =>
  readModelCost(tts, currency) + readModelCost(stt, currency);

/** Returns the parts of a run's usage that are speech. */
export const readSpeechParts = (usage: RunModelUsage | null): SpeechParts => usage?.parts ?? NO_SPEECH;

const NO_SPEECH: SpeechParts = { tts: null, stt: null };

interface Parts {
  llm: RunModelUsage | null;
  tts: RunSpeechUsage | null;
  stt: RunSpeechUsage | null;
}

/**
 * Returns the usage of a whole run: the cost is that of all its models, and `parts` divides it among them. Null: no model was
 * asked.
 */
export const addSpeechUsage = ({ llm, tts, stt }: Parts): RunModelUsage | null => {
  const speech = [tts, stt].filter((part) => part !== null);
  if (speech.length === 0) return llm;
  const all = [...(llm === null ? [] : [llm]), ...speech];
  const charged = all.filter(({ cost_minor }) => cost_minor !== 0);
  const currencies = new Set(charged.map(({ currency }) => currency));
  const isPriced = all.every(({ cost_minor }) => cost_minor !== null) && currencies.size <= 1;
  const priced = pricedParts(all);
  return {
    ...(llm === null ? NO_TOKENS : tokensOf(llm)),
    cost_minor: isPriced ? all.reduce((total, { cost_minor }) => total + (cost_minor ?? 0), 0) : null,
    currency: isPriced ? ([...currencies][0] ?? null) : null,
    ...(!isPriced && Object.keys(priced).length > 0 && { priced_parts: priced }),
    parts: { llm: llm && costOf(llm), tts, stt },
  };
};

const NO_TOKENS = { requests: 0, prompt_tokens: 0, completion_tokens: 0, estimated: false };

const tokensOf = ({ requests, prompt_tokens, completion_tokens, estimated }: RunModelUsage) => ({
  requests,
  prompt_tokens,
  completion_tokens,
  estimated,
});

const costOf = ({ cost_minor, currency, priced_parts }: RunModelUsage) => ({
  cost_minor,
  currency,
  ...(priced_parts && { priced_parts }),
});

/** Returns the costs of the models that have a price, by currency, where the whole has no cost. */
const pricedParts = (all: readonly Pick<RunModelUsage, "cost_minor" | "currency" | "priced_parts">[]) => {
  const parts: Record<string, number> = {};
  for (const { cost_minor: cost, currency, priced_parts: known = {} } of all) {
    const costs = cost !== null && cost > 0 && currency !== null ? { [currency]: cost } : known;
    for (const [each, minor] of Object.entries(costs)) parts[each] = (parts[each] ?? 0) + minor;
  }
  return parts;
};

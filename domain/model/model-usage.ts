/** Rounds to the minor unit of a currency; a cost above zero is at least one unit. */
export const roundToMinorUnit = (exactMinor: number): number =>
  exactMinor === 0 ? 0 : Math.max(1, Math.round(exactMinor));

/** The tokens of one request to a model. */
export interface TokenUsage {
  promptTokens: number;
  completionTokens: number;
}

export interface ModelUsage extends TokenUsage {
  /** `openai/gpt-4.1-mini`. */
  model: string;
  /** The model's server did not count: tokens are estimated as characters / 4. */
  estimated: boolean;
}

interface PricedUsage {
  /** Null: one of the models has no price, or their prices are in several currencies. */
  cost_minor: number | null;
  currency: string | null;
  /** The costs of the models that have a price, by currency, where the whole has no cost. Budgets count them. */
  priced_parts?: Readonly<Record<string, number>>;
}

/** The usage of a whole run, as its row holds it. */
export interface RunModelUsage extends PricedUsage {
  requests: number;
  prompt_tokens: number;
  completion_tokens: number;
  estimated: boolean;
  /**
   * The costs of language models, speech synthesis and speech recognition, where models spoke or heard. Elsewhere the whole cost is
   * that of language models.
   */
  parts?: UsageParts;
}

/** The usage of the models that spoke, or heard, in a run. */
export interface RunSpeechUsage {
  requests: number;
  characters: number;
  seconds: number;
  /** Null: one of the models has no price, or their prices are in several currencies. */
  cost_minor: number | null;
  currency: string | null;
}

export interface UsageParts {
  llm: PricedUsage | null;
  tts: RunSpeechUsage | null;
  stt: RunSpeechUsage | null;
}

/** Returns a price in the minor unit, with fractions; null: the model has no price. */
export type TokenPrice = (model: string, tokens: TokenUsage) => { exactMinor: number; currency: string } | null;

const CHARACTERS_OF_A_TOKEN = 4;

export const estimateTokens = (characters: number): number => Math.ceil(characters / CHARACTERS_OF_A_TOKEN);

/** Sums a run's requests, rounded once; a cost above zero is at least one unit. Null: there were no requests. */
export const sumUsage = (
  usages: readonly (ModelUsage & { requests: number })[],
  priceOf: TokenPrice,
): RunModelUsage | null => {
  if (usages.length === 0) return null;
  const sum = (amount: (usage: ModelUsage & { requests: number }) => number) =>
    usages.reduce((total, usage) => total + amount(usage), 0);
  const prices = usages.map((usage) => priceOf(usage.model, usage));
  const known = prices.filter((price) => price !== null);
  const charged = known.filter(({ exactMinor }) => exactMinor > 0);
  const currencies = new Set(charged.map(({ currency }) => currency));
  const exactMinor = known.reduce((total, price) => total + price.exactMinor, 0);
  const isPriced = known.length === prices.length && currencies.size <= 1;
  return {
    requests: sum(({ requests }) => requests),
    prompt_tokens: sum(({ promptTokens }) => promptTokens),
    completion_tokens: sum(({ completionTokens }) => completionTokens),
    estimated: usages.some(({ estimated }) => estimated),
    cost_minor: isPriced ? roundToMinorUnit(exactMinor) : null,
    currency: isPriced ? ([...currencies][0] ?? null) : null,
    ...(!isPriced && currencies.size > 0 && { priced_parts: partsOf(charged) }),
  };
};

const partsOf = (prices: readonly { exactMinor: number; currency: string }[]): Record<string, number> => {
  const exact = new Map<string, number>();
  for (const { currency, exactMinor } of prices) exact.set(currency, (exact.get(currency) ?? 0) + exactMinor);
  return Object.fromEntries([...exact].map(([currency, minor]) => [currency, roundToMinorUnit(minor)]));
};

/** Adds the usage of two tries at the same reply. The sum has no cost where one of them has none. */
export const addUsage = (one: RunModelUsage, other: RunModelUsage): RunModelUsage => {
  const currencies = new Set([one.currency, other.currency].filter((currency) => currency !== null));
  const isPriced = one.cost_minor !== null && other.cost_minor !== null && currencies.size <= 1;
  return {
    requests: one.requests + other.requests,
    prompt_tokens: one.prompt_tokens + other.prompt_tokens,
    completion_tokens: one.completion_tokens + other.completion_tokens,
    estimated: one.estimated || other.estimated,
    cost_minor: isPriced ? (one.cost_minor ?? 0) + (other.cost_minor ?? 0) : null,
    currency: isPriced ? ([...currencies][0] ?? null) : null,
  };
};

/** Returns the cost of the models for a run in this currency. */
export const readModelCost = (usage: PricedUsage | null, currency: string): number =>
  usage !== null && usage.cost_minor !== null && usage.currency === currency ? usage.cost_minor : 0;

/** Returns the amount that budgets in this currency count, which includes the models that have a price where the whole has none. */
export const readBudgetedCost = (usage: PricedUsage | null, currency: string): number =>
  usage?.priced_parts?.[currency] ?? readModelCost(usage, currency);

/** Tells whether budgets in this currency count every part of the usage that has a price. */
export const isCountedIn = (usage: PricedUsage | null, currency: string): boolean => {
  if (usage === null) return true;
  if (usage.cost_minor !== null) return (usage.currency ?? currency) === currency;
  const parts = Object.keys(usage.priced_parts ?? {});
  return parts.every((each) => each === currency);
};

/** Returns the language models' part of a usage; budgets hold an amount of its own for models that speak or hear. */
export const selectLanguageModels = (usage: RunModelUsage | null): PricedUsage | null =>
  usage?.parts === undefined ? usage : usage.parts.llm;

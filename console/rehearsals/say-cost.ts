import type { RehearsalUsage } from "../api/routes.ts";
import { formatMoney, formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";

const countTokens = (usage: RehearsalUsage): number => usage.prompt_tokens + usage.completion_tokens;

/** Says what a rehearsal is expected to use; the built-in model costs nothing, and not every other has a price. */
export const sayExpected = (usage: RehearsalUsage): string => {
  const { cost_minor: cost, currency } = usage;
  if (cost !== null && currency !== null) return words.rehearsals.estimateMoney(formatMoney(cost, currency));
  if (cost !== null) return words.rehearsals.estimateFree;
  return words.rehearsals.estimateTokens(formatWhole(countTokens(usage)));
};

/** Says what a rehearsal has used. */
export const sayUsed = (usage: RehearsalUsage): string => {
  const tokens = `${formatWhole(countTokens(usage))} ${words.rehearsals.tokens}`;
  const { cost_minor: cost, currency } = usage;
  return cost !== null && currency !== null ? `${tokens} · ${formatMoney(cost, currency)}` : tokens;
};

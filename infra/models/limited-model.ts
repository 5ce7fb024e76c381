import type { ModelAllowance } from "../../domain/model/model-allowance.ts";
import { LONGEST_REPLY_TOKENS, mostTokensOfRequest } from "../../domain/model/model-allowance.ts";
import { type ChatModel, ModelError } from "../../domain/model/chat-model.ts";
import type { ModelUsage, TokenPrice } from "../../domain/model/model-usage.ts";
import { countedModel } from "./counted-model.ts";

export const ALLOWANCE_USED_UP =
  "What the budgets held for the models of this call is used up: shorten the agent's prompts and documents";

interface Limits {
  /** Null: nothing limits them. */
  allowance: ModelAllowance | null;
  priceOf: TokenPrice;
  /** Hears what each request came to, as with `countedModel`. */
  note: (usage: ModelUsage) => void;
}

/**
 * The same model, counted. Under a budget, a request whose highest cost is more than what is left of the allowance is not
 * made: it throws a `ModelError`.
 */
export const limitedModel = (model: ChatModel, { allowance, priceOf, note }: Limits): ChatModel => {
  if (allowance === null) return countedModel(model, note);
  const costOf = (tokens: Parameters<TokenPrice>[1]) => priceOf(model.name, tokens)?.exactMinor ?? 0;
  let leftMinor = allowance.limitMinor - allowance.spentMinor;
  const counted = countedModel(model, (usage) => {
    leftMinor -= costOf(usage);
    note(usage);
  });
  return {
    name: model.name,
    reply: async function* (request) {
      const mostMinor = costOf(mostTokensOfRequest(request));
      if (mostMinor > leftMinor) throw new ModelError("refused", ALLOWANCE_USED_UP);
      yield* counted.reply({ ...request, maxCompletionTokens: LONGEST_REPLY_TOKENS });
    },
  };
};

import type { ChatEvent, ChatModel, ChatRequest } from "../../domain/model/chat-model.ts";
import {
  estimateMostTokensOfRequest,
  LONGEST_REPLY_TOKENS,
  type ReservedRequest,
} from "../../domain/model/model-allowance.ts";
import type { ModelUsage, TokenUsage } from "../../domain/model/model-usage.ts";
import { countModelUsage } from "./counted-model.ts";

interface Limits {
  /** Holds the most that a request can cost before it is sent. Throws a `ModelError` when that is more than what is left. */
  hold: (most: TokenUsage & { model: string }) => Promise<ReservedRequest>;
  /** Called with the promise that stores a request's usage. */
  written: (writing: Promise<void>) => void;
}

/**
 * Wraps a model under a budget: the cost of each request is held before it is sent, until its tokens are known. A request waits
 * until the tokens of earlier, broken-off ones are stored, which would otherwise count with their highest cost.
 */
export const limitModel = (model: ChatModel, { hold, written }: Limits): ChatModel => {
  const ending = new Set<Promise<void>>();
  const limits: Limits = {
    hold: async (most) => {
      await Promise.allSettled(ending);
      return hold(most);
    },
    written: (writing) => {
      const forget = () => void ending.delete(writing);
      ending.add(writing);
      writing.then(forget, forget);
      written(writing);
    },
  };
  return { name: model.name, reply: (request) => replyHeld(model, request, limits) };
};

async function* replyHeld(
  model: ChatModel,
  request: ChatRequest,
  { hold, written }: Limits,
): AsyncGenerator<ChatEvent> {
  const held = await hold({ model: model.name, ...estimateMostTokensOfRequest(request) });
  let used: ModelUsage | null = null;
  const counted = countModelUsage(model, (usage) => {
    used = usage;
  });
  try {
    yield* counted.reply({ ...request, maxCompletionTokens: LONGEST_REPLY_TOKENS });
  } finally {
    written(held.end(used));
  }
}

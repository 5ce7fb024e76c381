import { ModelError } from "../../domain/model/chat-model.ts";
import type { Embedder } from "../../domain/model/embedder.ts";
import { estimateMostTokensOfTexts, type ReservedRequest } from "../../domain/model/model-allowance.ts";
import { estimateTokens, type TokenUsage } from "../../domain/model/model-usage.ts";

interface Limits {
  /** Holds the most that a request can cost before it is sent. Throws a `ModelError` when that is more than what is left. */
  hold: (most: TokenUsage & { model: string }) => Promise<ReservedRequest>;
  /** Called with the promise that stores a request's usage. */
  written: (writing: Promise<void>) => void;
}

/** Wraps an embedder for a run: the cost of each request is held before it is sent, and its tokens are stored afterwards. */
export const reserveEmbedder = (embedder: Embedder, { hold, written }: Limits): Embedder => ({
  name: embedder.name,
  get batchSize() {
    return embedder.batchSize;
  },
  embed: async (texts, options) => {
    const { name: model } = embedder;
    const held = await hold({ model, ...estimateMostTokensOfTexts(texts) });
    let counted: number | null = null;
    const end = () => {
      const promptTokens = counted ?? estimateTokens(texts.join("").length);
      written(held.end({ model, promptTokens, completionTokens: 0, estimated: counted === null }));
    };
    const onUsage = (promptTokens: number) => {
      counted = promptTokens;
    };
    try {
      const vectors = await embedder.embed(texts, { ...options, onUsage });
      end();
      return vectors;
    } catch (error) {
      // A request that nobody waits for any more may be charged nonetheless.
      if (error instanceof ModelError && counted === null) written(held.end(null));
      else end();
      throw error;
    }
  },
});

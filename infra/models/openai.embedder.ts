import type OpenAI from "openai";
import { z } from "zod";
import { ModelError } from "../../domain/model/chat-model.ts";
import { makeOnce } from "../../domain/time/make-once.ts";
import { EMBEDDING_DIMENSIONS, type Embedder, type EmbedOptions } from "../../domain/model/embedder.ts";
import { type OpenaiSettings, openClient } from "./openai.client.ts";
import { toModelError } from "./openai.errors.ts";

const BATCH_SIZE = 64;
/** OpenAI's only model with these dimensions that refuses the parameter for them. */
const WITHOUT_CHOICE = "text-embedding-ada-002";

const answerSchema = z.object({
  data: z.array(z.object({ index: z.number().int(), embedding: z.array(z.number()) })),
  // Not every compatible server counts.
  usage: z
    .object({ prompt_tokens: z.number().int().min(0) })
    .optional()
    .catch(undefined),
});

/** Creates embeddings of OpenAI or of a compatible server. One call sends one request: there are no hidden retries. */
export const createOpenaiEmbedder = (settings: OpenaiSettings): Embedder => {
  const open = makeOnce(() => openClient(settings));
  return {
    name: `openai/${settings.model}`,
    batchSize: BATCH_SIZE,
    embed: async (texts, { signal, onUsage }) => {
      signal.throwIfAborted();
      const vectors: Float32Array[] = texts.map(() => new Float32Array(EMBEDDING_DIMENSIONS));
      // The API refuses a whole request that holds an empty text.
      const asked = [...texts.keys()].filter((at) => texts[at]?.trim());
      if (asked.length === 0) return vectors;
      const input = asked.map((at) => texts[at] ?? "");
      const answered = await request(await open(), { model: settings.model, input, signal, onUsage });
      for (const [order, at] of asked.entries())
        vectors[at] = answered[order] ?? new Float32Array(EMBEDDING_DIMENSIONS);
      return vectors;
    },
  };
};

interface Opened {
  signal: AbortSignal;
  onUsage: EmbedOptions["onUsage"];
}

const request = async (
  client: OpenAI,
  { model, input, signal, onUsage }: { model: string; input: string[] } & Opened,
): Promise<Float32Array[]> => {
  try {
    const answer = await client.embeddings.create(
      {
        model,
        input,
        // Set explicitly, because the library would ask for base64, which not every server supports.
        encoding_format: "float",
        ...(model !== WITHOUT_CHOICE && { dimensions: EMBEDDING_DIMENSIONS }),
      },
      { signal },
    );
    return vectorsOf(answer, { expected: input.length, onUsage });
  } catch (error) {
    signal.throwIfAborted();
    throw toModelError(error);
  }
};

const vectorsOf = (
  answer: unknown,
  { expected, onUsage }: { expected: number; onUsage: Opened["onUsage"] },
): Float32Array[] => {
  const read = answerSchema.safeParse(answer);
  if (!read.success) throw new ModelError("invalid_answer", "The model's server sent no embeddings");
  if (read.data.usage) onUsage?.(read.data.usage.prompt_tokens);
  const places = new Map(read.data.data.map(({ index, embedding }) => [index, embedding]));
  return Array.from({ length: expected }, (_, at) => {
    const embedding = places.get(at);
    if (!embedding) throw new ModelError("invalid_answer", "The model's server left out an embedding");
    return normalize(embedding);
  });
};

const normalize = (embedding: readonly number[]): Float32Array => {
  if (embedding.length !== EMBEDDING_DIMENSIONS) {
    throw new ModelError(
      "invalid_answer",
      `The model gives vectors of ${embedding.length} dimensions; ${EMBEDDING_DIMENSIONS} are needed: choose another model`,
    );
  }
  const length = Math.sqrt(embedding.reduce((sum, value) => sum + value * value, 0));
  return Float32Array.from(embedding, (value) => (length === 0 ? 0 : value / length));
};

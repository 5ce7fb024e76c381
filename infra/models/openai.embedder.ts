import type OpenAI from "openai";
import { z } from "zod";
import { parseJson } from "../../domain/json/json-value.ts";
import { ModelError } from "../../domain/model/chat-model.ts";
import { EMBEDDING_DIMENSIONS, type Embedder } from "../../domain/model/embedder.ts";
import { makeOnce } from "../../domain/time/make-once.ts";
import { type OpenaiSettings, openClient } from "./openai.client.ts";
import { toModelError } from "./openai.errors.ts";
import { MOST_TEXTS, recallManners, type ServerManners } from "./server-manners.ts";

/** OpenAI's only model with these dimensions that refuses the parameter for them. */
const WITHOUT_CHOICE = "text-embedding-ada-002";

const answerSchema = z.object({
  data: z.array(z.object({ index: z.number().int().nullish(), embedding: z.array(z.number()) })),
  // Not every compatible server counts.
  usage: z
    .object({ prompt_tokens: z.number().int().min(0) })
    .optional()
    .catch(undefined),
});

/**
 * Creates embeddings of OpenAI or of a compatible server. One call sends one request, and others only where the server refuses it:
 * without `dimensions`, or in halves. The form that it takes is remembered.
 */
export const createOpenaiEmbedder = (settings: OpenaiSettings): Embedder => {
  const open = makeOnce(() => openClient(settings));
  const manners = recallManners(settings);
  return {
    name: `openai/${settings.model}`,
    get batchSize() {
      return manners.batchSize;
    },
    embed: async (texts, { signal, onUsage }) => {
      signal.throwIfAborted();
      const vectors: Float32Array[] = texts.map(() => new Float32Array(EMBEDDING_DIMENSIONS));
      // The API refuses a whole request that holds an empty text.
      const asked = [...texts.keys()].filter((at) => texts[at]?.trim());
      if (asked.length === 0) return vectors;
      const input = asked.map((at) => texts[at] ?? "");
      const asking = { client: await open(), model: settings.model, manners, signal };
      const { answered, tokens } = await requestInParts(asking, input);
      if (tokens !== null) onUsage?.(tokens);
      for (const [order, at] of asked.entries())
        vectors[at] = answered[order] ?? new Float32Array(EMBEDDING_DIMENSIONS);
      return vectors;
    },
  };
};

interface Asking {
  client: OpenAI;
  model: string;
  manners: ServerManners;
  signal: AbortSignal;
}

interface Answered {
  answered: Float32Array[];
  /** Null: the server did not count them. */
  tokens: number | null;
}

/** Halves what the server refuses as too much, and remembers how many texts it took. */
const requestInParts = async (asking: Asking, input: readonly string[]): Promise<Answered> => {
  const { manners } = asking;
  try {
    const whole = input.slice(0, manners.batchSize);
    const answered = await request(asking, whole);
    if (whole.length === input.length) return answered;
    return joinAnswers(answered, await requestInParts(asking, input.slice(whole.length)));
  } catch (error) {
    const { length } = input.slice(0, manners.batchSize);
    if (length < 2 || !isTooMuch(error)) throw error;
    manners.batchSize = Math.ceil(length / 2);
    return requestInParts(asking, input).catch((cause: unknown) => {
      // A server that refuses each of the texts does not refuse their number.
      if (manners.batchSize === 1) manners.batchSize = MOST_TEXTS;
      throw cause;
    });
  }
};

const joinAnswers = (first: Answered, rest: Answered): Answered => ({
  answered: [...first.answered, ...rest.answered],
  tokens: first.tokens === null || rest.tokens === null ? null : first.tokens + rest.tokens,
});

const TOO_MUCH =
  /batch|too (?:many|large|long|big)|at most|maxim|limit|exceed|length|tokens|number of (?:inputs|texts)/i;

/** Tells whether the server refused a request because it held too much. */
const isTooMuch = (error: unknown): boolean => {
  if (!(error instanceof ModelError) || error.status === null) return false;
  return error.status === 413 || ([400, 422].includes(error.status) && TOO_MUCH.test(error.serverWords ?? ""));
};

const request = async (asking: Asking, input: string[]): Promise<Answered> => {
  const { client, model, manners, signal } = asking;
  const choosesDimensions = manners.takesDimensions && model !== WITHOUT_CHOICE;
  try {
    const answer = await client.embeddings.create(
      {
        model,
        input,
        // Set explicitly, because the library would ask for base64, which not every server supports.
        encoding_format: "float",
        ...(choosesDimensions && { dimensions: EMBEDDING_DIMENSIONS }),
      },
      { signal },
    );
    return readAnswer(answer, input.length);
  } catch (error) {
    signal.throwIfAborted();
    const fault = toModelError(error, input);
    if (!choosesDimensions || !refusesDimensions(fault)) throw fault;
    manners.takesDimensions = false;
    return request(asking, input);
  }
};

const refusesDimensions = ({ status, serverWords }: ModelError): boolean =>
  (status === 400 || status === 422) && /dimension|matryoshka|output_dim/i.test(serverWords ?? "");

const readAnswer = (answer: unknown, expected: number): Answered => {
  // The library leaves an answer that does not say that it is JSON as text.
  const read = answerSchema.safeParse(typeof answer === "string" ? parseJson(answer) : answer);
  if (!read.success) throw new ModelError("invalid_answer", "The model's server sent no embeddings");
  const { data, usage } = read.data;
  const places = new Map(data.map(({ index, embedding }, at) => [index ?? at, embedding]));
  // A server that numbers nothing, or everything alike, sends them in the order of the texts.
  const isNumbered = places.size === data.length;
  const answered = Array.from({ length: expected }, (_, at) => {
    const embedding = isNumbered ? places.get(at) : data[at]?.embedding;
    if (!embedding) throw new ModelError("invalid_answer", "The model's server left out an embedding");
    return normalize(embedding);
  });
  return { answered, tokens: usage?.prompt_tokens ?? null };
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

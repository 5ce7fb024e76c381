import { createServer } from "node:http";
import { z } from "zod";
import { EMBEDDING_DIMENSIONS, TRIAL_TEXT } from "../../../domain/model/embedder.ts";
import { createLocalEmbedder } from "../../../infra/models/local.embedder.ts";
import { PATIENCE_MS } from "../../harness/patience.ts";

export interface EmbeddingServer {
  baseUrl: string;
  /** The texts of every answered request. */
  answered: string[][];
  /** The times of all requests, answered or not. */
  askedAtMs: number[];
  /** How many requests are still answered; at 0 none is, until a test sets it anew. */
  answersLeft: number;
  /** The status of the answers; 401: the key is refused. */
  status: number;
  /** Tells whether a request with these texts is kept waiting until `release`. */
  holds(texts: readonly string[]): boolean;
  /** Answers what is held, and holds nothing more. */
  release(): void;
  /** Ends the connections of requests that got no answer. */
  hangUp(): void;
  /** The number of requests that are told to repeat, and after how many seconds. */
  refusals: { count: number; retryAfterSeconds: number };
  close(): Promise<void>;
}

const requestSchema = z.object({ input: z.array(z.string()), dimensions: z.literal(EMBEDDING_DIMENSIONS) });

/** The trial of a model that is saved is answered at any time, and not counted. */
const isTrial = (text: string): boolean => {
  const { input } = requestSchema.parse(JSON.parse(text));
  return input.length === 1 && input[0] === TRIAL_TEXT;
};
const TRIAL = { data: [{ index: 0, embedding: Array.from({ length: EMBEDDING_DIMENSIONS }, () => 1) }] };

/**
 * Speaks as OpenAI's embeddings do, with the vectors of the local embedder. `meaning`: what a text means, in other words; that
 * is what its vector is made of.
 */
export const startEmbeddingServer = async ({ meaning = (text: string) => text } = {}): Promise<EmbeddingServer> => {
  const embedder = createLocalEmbedder();
  const held: (() => void)[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      void answer(Buffer.concat(pieces).toString()).then(({ status, headers, body }) => {
        if (status !== 0) response.writeHead(status, headers).end(JSON.stringify(body));
      });
    });
  });
  const answer = async (text: string) => {
    if (isTrial(text)) return { status: 200, headers: { "content-type": "application/json" }, body: TRIAL };
    state.askedAtMs.push(performance.now());
    const json = { "content-type": "application/json" };
    if (state.refusals.count > 0) {
      state.refusals.count -= 1;
      const headers = { ...json, "retry-after": String(state.refusals.retryAfterSeconds) };
      return { status: 429, headers, body: { error: { message: "slow down" } } };
    }
    if (state.status !== 200) return { status: state.status, headers: json, body: { error: { message: "no" } } };
    if (state.answersLeft <= 0) return { status: 0, headers: json, body: null };
    state.answersLeft -= 1;
    const { input } = requestSchema.parse(JSON.parse(text));
    if (state.holds(input)) await new Promise<void>((resolve) => held.push(resolve));
    const vectors = await embedder.embed(input.map(meaning), { signal: AbortSignal.timeout(PATIENCE_MS) });
    state.answered.push(input);
    const data = vectors.map((vector, index) => ({ index, embedding: [...vector] }));
    return { status: 200, headers: json, body: { object: "list", model: "test", data } };
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const state: EmbeddingServer = {
    baseUrl: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/v1`,
    answered: [],
    askedAtMs: [],
    answersLeft: Number.POSITIVE_INFINITY,
    status: 200,
    holds: () => false,
    release: () => {
      state.holds = () => false;
      for (const answerNow of held.splice(0)) answerNow();
    },
    hangUp: () => server.closeAllConnections(),
    refusals: { count: 0, retryAfterSeconds: 0 },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return state;
};

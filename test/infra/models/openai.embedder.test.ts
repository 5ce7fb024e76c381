import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { z } from "zod";
import type { ModelError } from "../../../domain/model/chat-model.ts";
import { EMBEDDING_DIMENSIONS } from "../../../domain/model/embedder.ts";
import { createGuardedRequests } from "../../../infra/guarded-request/guarded-requests.ts";
import { readOutboundPolicy } from "../../../infra/guarded-request/outbound-policy.ts";
import { createOpenaiEmbedder } from "../../../infra/models/openai.embedder.ts";
import { refuse } from "./chat-server.ts";

const KEY = "sk-secret-0123456789";
/** The published schema: what the interface refuses is refused here. */
const bodySchema = z.strictObject({
  model: z.string(),
  input: z.array(z.string().min(1)).min(1).max(2048),
  encoding_format: z.literal("float"),
  dimensions: z.number().optional(),
});
type Body = z.output<typeof bodySchema>;
type Answer = (response: ServerResponse, body: Body) => void;

const requests: { body: Body; authorization: string | undefined; path: string | undefined }[] = [];
let answer: Answer;
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const body = bodySchema.safeParse(JSON.parse(Buffer.concat(chunks).toString()));
  if (!body.success) return refuse(response, 400, "invalid input");
  requests.push({ body: body.data, authorization: request.headers.authorization, path: request.url });
  answer(response, body.data);
});
let baseUrl: string;

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  baseUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/v1`;
});
beforeEach(() => {
  requests.length = 0;
  answer = withVectors((text) => vectorFor(text));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});

/** Its first number identifies its text. */
const vectorFor = (text: string, dimensions = EMBEDDING_DIMENSIONS): number[] =>
  Array.from({ length: dimensions }, (_, at) => (at === 0 ? text.length : at === 1 ? 1 : 0));

const send = (response: ServerResponse, content: unknown) =>
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(content));

const withVectors =
  (vectorOf: (text: string) => number[]): Answer =>
  (response, body) =>
    send(response, {
      object: "list",
      // The order of the answer is the server's own; the index tells.
      data: body.input.map((text, index) => ({ object: "embedding", index, embedding: vectorOf(text) })).toReversed(),
      model: body.model,
      usage: { prompt_tokens: 1, total_tokens: 1 },
    });

const embedder = (model = "text-embedding-3-small") =>
  createOpenaiEmbedder({
    model,
    apiKey: KEY,
    baseUrl,
    fetch: createGuardedRequests(readOutboundPolicy("127.0.0.1")).fetch,
  });
const embed = (texts: readonly string[], model?: string, signal = new AbortController().signal) =>
  embedder(model).embed(texts, { signal });
const faultOf = (texts: readonly string[] = ["a"]): Promise<ModelError> =>
  embed(texts).then(
    () => Promise.reject(new Error("it did not fail")),
    (error: ModelError) => error,
  );

describe("embeddings", () => {
  it("come in the order of the texts, of length 1, from one request with the key", async () => {
    const vectors = await embed(["a", "bbbb", "cc"]);
    expect(vectors.map((vector) => Math.round((vector[0] ?? 0) / (vector[1] ?? 1)))).toEqual([1, 4, 2]);
    for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
    expect(requests).toEqual([
      {
        path: "/v1/embeddings",
        authorization: `Bearer ${KEY}`,
        body: {
          model: "text-embedding-3-small",
          input: ["a", "bbbb", "cc"],
          encoding_format: "float",
          dimensions: EMBEDDING_DIMENSIONS,
        },
      },
    ]);
  });

  it("come with the tokens that the server counts, and without where it counts none", async () => {
    const counted: number[] = [];
    const onUsage = (tokens: number) => void counted.push(tokens);
    const { signal } = new AbortController();
    await embedder().embed(["a"], { signal, onUsage });
    expect(counted).toEqual([1]);
    answer = (response) => send(response, { data: [{ index: 0, embedding: vectorFor("a") }], usage: {} });
    await embedder().embed(["a"], { signal, onUsage });
    expect(counted).toEqual([1]);
  });

  it("ask for no dimensions where the model has but one size", async () => {
    await embed(["a"], "text-embedding-ada-002");
    expect(requests[0]?.body).not.toHaveProperty("dimensions");
  });

  it("embeddings of empty texts are zeros, and are not asked for", async () => {
    const [empty, word, blank] = await embed(["", "word", " \n"]);
    expect([empty, blank].every((vector) => vector?.every((value) => value === 0))).toBe(true);
    expect(word?.[0]).toBeGreaterThan(0);
    expect(requests.map(({ body }) => body.input)).toEqual([["word"]]);
    await embed(["", " "]);
    expect(requests).toHaveLength(1);
  });
});

describe("a server with manners of its own", () => {
  const embedAll = (own: ReturnType<typeof embedder>, count: number) =>
    own.embed(
      Array.from({ length: count }, (_, at) => "x".repeat(at + 1)),
      { signal: new AbortController().signal },
    );
  const takes =
    (most: number, refusal: (response: ServerResponse) => void): typeof answer =>
    (response, body) =>
      body.input.length > most
        ? refusal(response)
        : send(response, { data: body.input.map((text, index) => ({ index, embedding: vectorFor(text) })) });

  it.each([
    [422, "batch size 64 > maximum allowed batch size 8"],
    [400, "at most 8 requests can be in one batch"],
    [413, "Payload Too Large"],
  ])("that refuses a batch with %i gets halves of it, in order, and the size is remembered", async (status, words) => {
    answer = takes(8, (response) => refuse(response, status, words));
    const own = embedder();
    const vectors = await embedAll(own, 20);
    expect(vectors.map((vector) => Math.round((vector[0] ?? 0) / (vector[1] ?? 1)))).toEqual(
      Array.from({ length: 20 }, (_, at) => at + 1),
    );
    expect(requests.map(({ body }) => body.input.length)).toEqual([20, 10, 5, 5, 5, 5]);
    expect(own.batchSize).toBe(5);
  });

  it("a server with manners of its own that does not say that it sends JSON is read all the same", async () => {
    answer = (response) =>
      void response.writeHead(200).end(JSON.stringify({ data: [{ embedding: vectorFor("abc") }] }));
    const [vector] = await embed(["abc"]);
    expect(Math.round((vector?.[0] ?? 0) / (vector?.[1] ?? 1))).toBe(3);
  });

  it("a server with manners of its own that refuses every text says why, and its batches stay as they were", async () => {
    answer = (response) => refuse(response, 400, "the input exceeds the maximum length");
    const own = embedder();
    await expect(embedAll(own, 4)).rejects.toThrow("It says: the input exceeds the maximum length");
    expect(own.batchSize).toBe(64);
  });

  it("a server with manners of its own that refuses dimensions is asked without them, and so from then on", async () => {
    answer = (response, body) =>
      "dimensions" in body
        ? refuse(response, 400, "Model does not support matryoshka representation")
        : send(response, { data: body.input.map((text) => ({ embedding: vectorFor(text) })) });
    const own = embedder("a-model");
    for (let n = 0; n < 2; n += 1) await own.embed(["a"], { signal: new AbortController().signal });
    expect(requests.map(({ body }) => "dimensions" in body)).toEqual([true, false, false]);
  });

  it.each([[undefined], [0], [null]])(
    "that numbers its vectors %j sends them in the order of the texts",
    async (index) => {
      answer = (response, body) =>
        send(response, { data: body.input.map((text) => ({ index, embedding: vectorFor(text) })) });
      const vectors = await embed(["a", "bbbb", "cc"], "unnumbered");
      expect(vectors.map((vector) => Math.round((vector[0] ?? 0) / (vector[1] ?? 1)))).toEqual([1, 4, 2]);
    },
  );
});

describe("a fault", () => {
  it("is a model of other dimensions, in a sentence that says what to do", async () => {
    answer = withVectors((text) => vectorFor(text, 768));
    const fault = await faultOf();
    expect(fault).toMatchObject({ code: "invalid_answer", isPassing: false });
    expect(fault.message).toBe("The model gives vectors of 768 dimensions; 1536 are needed: choose another model");
  });

  it.each([
    ["an answer that lacks a text", (response: ServerResponse) => send(response, { data: [] })],
    ["an answer of another shape", (response: ServerResponse) => send(response, { data: "none" })],
  ])("is %s", async (_what, given) => {
    answer = given;
    expect(await faultOf()).toMatchObject({ code: "invalid_answer" });
  });

  it.each([
    [401, "unauthorized", false],
    [400, "refused", false],
    [404, "refused", false],
    [429, "rate_limited", true],
    [503, "unavailable", true],
  ])("of status %i is %s, after one request", async (status, code, isPassing) => {
    answer = (response) => refuse(response, status, `no, ${KEY}`);
    const fault = await faultOf();
    expect(fault).toMatchObject({ name: "ModelError", code, isPassing, retryAfterMs: null });
    expect(fault.message).not.toContain(KEY);
    expect(requests).toHaveLength(1);
  });

  it("says when to ask again, where the server did", async () => {
    answer = (response) => refuse(response.setHeader("retry-after", "7"), 429, "slow down");
    expect(await faultOf()).toMatchObject({ code: "rate_limited", retryAfterMs: 7_000 });
    answer = (response) =>
      refuse(response.setHeader("retry-after", new Date(Date.now() + 60_000).toUTCString()), 429, "slow down");
    const { retryAfterMs } = await faultOf();
    expect(retryAfterMs).toBeGreaterThan(50_000);
    expect(retryAfterMs).toBeLessThanOrEqual(60_000);
    answer = (response) => refuse(response.setHeader("retry-after", "315360000"), 429, "slow down");
    expect(await faultOf()).toMatchObject({ code: "rate_limited", retryAfterMs: 3_600_000 });
    answer = (response) => refuse(response.setHeader("retry-after", "soon"), 429, "slow down");
    expect(await faultOf()).toMatchObject({ code: "rate_limited", retryAfterMs: null });
  });

  it("is none where it was stopped: the reason is its caller's", async () => {
    const stop = new AbortController();
    answer = () => stop.abort(new Error("no longer wanted"));
    await expect(embed(["a"], undefined, stop.signal)).rejects.toThrow("no longer wanted");
  });
});

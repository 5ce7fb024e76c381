import type { ChatEvent, ChatModel, ChatRequest } from "../../../domain/model/chat-model.ts";

type Reply = (request: ChatRequest) => AsyncIterable<ChatEvent> | Iterable<ChatEvent>;

/** Creates a model that answers its nth request with the nth reply (the last one again and again), and remembers the requests. */
export const recordedModel = (...replies: Reply[]): ChatModel & { requests: ChatRequest[] } => {
  const requests: ChatRequest[] = [];
  return {
    name: "recorded",
    requests,
    reply: async function* (request) {
      requests.push({ ...request, messages: structuredClone(request.messages) });
      const reply = replies[Math.min(requests.length, replies.length) - 1];
      if (reply) yield* reply(request);
    },
  };
};

export const says =
  (...pieces: string[]): Reply =>
  () =>
    pieces.map((text) => ({ kind: "text", text }));

export const calls =
  (name: string, given: object = {}, id = "call_1"): Reply =>
  () => [{ kind: "call", id, name, arguments: JSON.stringify(given) }];

export const fails =
  (error: Error): Reply =>
  () => {
    throw error;
  };

/** Says the pieces, then nothing until the person speaks over it or the function it gives is called. */
export const stalls = (...pieces: string[]) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const reply: Reply = async function* ({ signal }) {
    for (const text of pieces) yield { kind: "text", text };
    // The person may have spoken over it before it was asked.
    if (signal.aborted) return;
    await Promise.race([
      promise,
      new Promise<void>((done) => signal.addEventListener("abort", () => done(), { once: true })),
    ]);
  };
  return { reply, goOn: resolve };
};

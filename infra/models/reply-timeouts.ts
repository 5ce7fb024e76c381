import { type ChatEvent, type ChatModel, type ChatRequest, ModelError } from "../../domain/model/chat-model.ts";
import type { ReplyLimits } from "../../domain/model/reply-limits.ts";

type ReplyTimeouts = Omit<ReplyLimits, "longestCharacters">;

/** Without a reason of its own each reply would make one, with its stack, at its end. */
const ABANDONED = new ModelError("unavailable", "Nobody waits for the model's answer any more");

/** Wraps a model: it gives up when nothing arrives within the limits. */
export const withReplyTimeouts = (model: ChatModel, patience: ReplyTimeouts): ChatModel => ({
  name: model.name,
  reply: (request) => waitFor(model, request, patience),
});

async function* waitFor(model: ChatModel, request: ChatRequest, patience: ReplyTimeouts): AsyncGenerator<ChatEvent> {
  const lost = new AbortController();
  const signal = AbortSignal.any([request.signal, lost.signal]);
  const events = model.reply({ ...request, signal })[Symbol.asyncIterator]();
  let leftMs = patience.wholeReplyMs;
  try {
    for (let silenceMs = patience.firstEventMs; ; silenceMs = patience.nextEventMs) {
      const askedAt = performance.now();
      const waitMs = Math.min(silenceMs, leftMs);
      const next = await within(events.next(), waitMs);
      leftMs -= performance.now() - askedAt;
      if (next?.done || request.signal.aborted) return;
      // A timer may fire a little before its time.
      const isOutOfTime = leftMs <= 0 || (next === null && waitMs < silenceMs);
      if (isOutOfTime) {
        throw new ModelError("refused", `The model's answer had no end after ${patience.wholeReplyMs / 1000} seconds`);
      }
      if (next === null) throw new ModelError("timeout", `The model was silent for ${silenceMs / 1000} seconds`);
      yield next.value;
    }
  } finally {
    lost.abort(ABANDONED);
    // Errors of the abandoned stream are ignored.
    void events.return?.().catch(() => {});
  }
}

/** Returns null when the work takes longer. */
const within = async <T>(work: Promise<T>, waitMs: number): Promise<T | null> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), waitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
};

import { ModelError } from "../../domain/model/chat-model.ts";

/** The limit for a person who waits on the telephone. */
export const PART_WITHIN_MS = 15_000;

interface PartLimit {
  /** Aborts the request when a part is late, or when the answer is no longer wanted. */
  signal: AbortSignal;
  wait<T>(part: Promise<T>): Promise<T>;
  read(sound: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
}

/**
 * Limits how long each part of an answer may keep a person waiting: its beginning, and then every piece of sound. The whole answer
 * may take as long as it sounds. A late part throws a `ModelError`.
 */
export const createPartLimit = (wanted: AbortSignal, partWithinMs: number): PartLimit => {
  const late = new AbortController();
  const wait = async <T>(part: Promise<T>): Promise<T> => {
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      const error = new ModelError("timeout", "The model's server did not answer in time");
      reject(error);
      late.abort(error);
    }, partWithinMs);
    try {
      return await Promise.race([part, tooLate]);
    } finally {
      clearTimeout(timer);
    }
  };
  return { signal: AbortSignal.any([wanted, late.signal]), wait, read: (sound) => readEach(sound, wait) };
};

async function* readEach(sound: AsyncIterable<Uint8Array>, wait: PartLimit["wait"]): AsyncGenerator<Uint8Array> {
  const iterator = sound[Symbol.asyncIterator]();
  try {
    for (let step = await wait(iterator.next()); !step.done; step = await wait(iterator.next())) yield step.value;
  } finally {
    // Errors of the abandoned answer are ignored.
    void iterator.return?.().catch(() => {});
  }
}

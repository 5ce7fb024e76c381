import { ConnectionError, RingdownError } from "./errors.ts";
import { pause } from "./pause.ts";
import { backOffMs } from "./send.ts";
import { readServerEvents, type ServerEvent } from "./server-events.ts";
import type { Settings } from "./settings.ts";

/** An event of a stream as it came. */
export interface StreamedEvent<T> {
  /** Goes back as Last-Event-ID; null before the first that has one. */
  id: string | null;
  /** `message` where the API gives it no name. */
  event: string;
  data: T;
}

interface Source {
  open(lastEventId: string | null, signal: AbortSignal): Promise<Response>;
  lastEventId: string | null;
  settings: Settings;
  signal: AbortSignal | null;
  /** False: it is told once, and a connection that breaks is its end. */
  resumes: boolean;
}

/** The API sends a sign of life every 15 seconds; a stream that is silent for longer was cut without a word. */
const LONGEST_SILENCE_MS = 50_000;
const USUAL_WAIT_MS = 1000;
const NO_CONTENT = 204;

/**
 * A stream of events. `for await` gives their data; a lost connection is opened again and goes on after the last event, until the
 * API says that nothing follows, or the loop is left.
 */
export class EventStream<T> implements AsyncIterable<T> {
  readonly #source: Source;
  /** Of the last event that was given: with `{ lastEventId }` another stream goes on after it. */
  lastEventId: string | null;

  constructor(source: Source) {
    this.#source = source;
    this.lastEventId = source.lastEventId;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const { data } of this.events()) yield data;
  }

  /** The events with their names and ids. */
  async *events(): AsyncGenerator<StreamedEvent<T>, void, undefined> {
    const { signal, settings, resumes } = this.#source;
    if (!resumes) return yield* this.#once();
    let waitMs = USUAL_WAIT_MS;
    let failures = 0;
    for (;;) {
      try {
        for await (const { retryMs, ...event } of this.#connect()) {
          failures = 0;
          waitMs = retryMs ?? waitMs;
          if (event.event === "end") return;
          this.lastEventId = event.id;
          yield { ...event, data: JSON.parse(event.data) };
        }
        if (this.#isOver) return;
      } catch (error) {
        if (!(error instanceof ConnectionError) || failures >= settings.maxRetries) throw error;
        failures += 1;
      }
      await pause(failures > 0 ? backOffMs(failures) : waitMs, signal);
    }
  }

  /** The events of an answer, its `end` too. Throws a ConnectionError where that does not come. */
  async *#once(): AsyncGenerator<StreamedEvent<T>, void, undefined> {
    for await (const { retryMs: _, ...event } of this.#connect()) {
      yield { ...event, data: JSON.parse(event.data) };
      if (event.event === "end") return;
    }
    throw new ConnectionError("the stream ended before its answer was whole");
  }

  #isOver = false;

  /** One connection. Ends when the server ends it; throws a ConnectionError when it breaks. */
  async *#connect(): AsyncGenerator<ServerEvent, void, undefined> {
    const leaving = new AbortController();
    const { signal } = this.#source;
    const leave = () => leaving.abort(signal?.reason);
    if (signal?.aborted) leave();
    signal?.addEventListener("abort", leave, { once: true });
    const silence = createSilence(() => leaving.abort());
    try {
      const response = await this.#source.open(this.lastEventId, leaving.signal);
      this.#isOver = response.status === NO_CONTENT;
      if (!response.body) return;
      yield* readServerEvents(response.body, { lastEventId: this.lastEventId, onBytes: silence.broken });
    } catch (error) {
      signal?.throwIfAborted();
      throw error instanceof RingdownError ? error : new ConnectionError("the stream broke off", error);
    } finally {
      silence.end();
      signal?.removeEventListener("abort", leave);
      leaving.abort();
    }
  }
}

const createSilence = (onTooLong: () => void) => {
  let timer = setTimeout(onTooLong, LONGEST_SILENCE_MS);
  const end = () => clearTimeout(timer);
  return {
    broken: () => {
      end();
      timer = setTimeout(onTooLong, LONGEST_SILENCE_MS);
    },
    end,
  };
};

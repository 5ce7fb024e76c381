import { ModelError } from "../../domain/model/chat-model.ts";
import { createPartLimit } from "../../infra/models/part-limit.ts";
import type { OpenRecognitionStream, RecognitionStream, Recognize } from "../../infra/models/speech.ts";
import { SAMPLE_RATE } from "./voice-activity.ts";

/** Recognition of what is still being spoken. */
export interface Streaming {
  open: OpenRecognitionStream;
  /** Aborted when the call is over, so that nobody wants the words any more. */
  signal: AbortSignal;
  onFailure(error: unknown): void;
  /** The limit for the words, from the end of the sentence. */
  wordsWithinMs?: number;
}

interface Parts {
  recognize: Recognize;
  streaming: Streaming | null;
  /** Each request costs; false: a sentence is recognized once, when it has ended. */
  mayRecognizeInPauses: boolean;
  /** BCP 47, the present language. */
  language(): string;
  /** Called with the words so far of the latest sentence, where they are recognized while they are spoken. */
  onWords(text: string): void;
}

/** One sentence, from its beginning. */
export interface SentenceRecognition {
  take(frame: Int16Array): void;
  /** The person pauses, and may have finished with this. Resolves with the words so far; null: they are not known. */
  pause(samples: Int16Array): Promise<string | null>;
  /** `samples`: the whole sentence. `isPaused`: the person has said nothing since the latest pause. */
  recognize(samples: Int16Array, isPaused: boolean): Promise<string>;
  /** Returns the last words that were reported while it was spoken. */
  formed(): string;
}

/** A long sentence with many pauses does not cost many times its price. */
const MOST_PAUSES = 2;
/** The limit is short, because the person waits for an answer. */
const WORDS_WITHIN_MS = 2000;

/**
 * Recognizes sentences while they are spoken where the model can, so that the words are there when the sentence ends. A sentence
 * whose stream fails is recognized by one request, and so is every later one of the call: a proxy between the two may block
 * WebSockets, and nobody should wait for that after each sentence.
 *
 * Where it is one request, this is made in a pause that may be the sentence's end, and once more if the person goes on: the silence that
 * ends a sentence is waited for meanwhile, and the person has the answer a third of a second sooner.
 */
export const createSentenceRecognition = ({ recognize, streaming, mayRecognizeInPauses, language, onWords }: Parts) => {
  let streams = streaming;
  let latest = 0;
  const followWords = () => {
    latest += 1;
    const mine = latest;
    let words = "";
    return {
      formed: () => words,
      onWords: (text: string) => {
        if (text !== "") words = text;
        if (mine === latest) onWords(text);
      },
    };
  };
  const recognizeWhole = async (samples: Int16Array): Promise<string> => {
    const sound = { samples, sampleRate: SAMPLE_RATE, language: language() };
    try {
      return await recognize(sound);
    } catch (error) {
      // A server that was busy or broke off often answers the next request, and the person would have to say it again.
      if (!(error instanceof ModelError && error.code === "unavailable")) throw error;
      return recognize(sound);
    }
  };
  return {
    begin: (samples: Int16Array): SentenceRecognition => {
      const { formed, onWords: noteWords } = followWords();
      if (streams === null || streams.signal.aborted)
        return { ...hearInPauses(recognizeWhole, mayRecognizeInPauses), formed };
      const { open, signal, onFailure, wordsWithinMs = WORDS_WITHIN_MS } = streams;
      const speech = { sampleRate: SAMPLE_RATE, language: language(), onWords: noteWords };
      const stream = openSentenceStream((dropped) => open({ ...speech, signal: dropped }), signal);
      stream.take(samples);
      return {
        take: stream.take,
        pause: async () => (await stream.pause()) ?? (formed() || null),
        formed,
        recognize: async (whole, isPaused) => {
          try {
            return await createPartLimit(signal, wordsWithinMs).wait(stream.finish(isPaused));
          } catch (error) {
            if (signal.aborted) return "";
            if (streams !== null) onFailure(error);
            streams = null;
            // The amount that budgets hold for the stream is free for the request.
            await stream.drop();
            return await recognizeWhole(whole);
          } finally {
            void stream.drop();
          }
        },
      };
    },
  };
};

const NOT_KNOWN = Promise.resolve(null);

/** Recognizes one sentence, in its pauses too. */
const hearInPauses = (
  recognizeWhole: (samples: Int16Array) => Promise<string>,
  mayRecognizeInPauses: boolean,
): Pick<SentenceRecognition, "take" | "pause" | "recognize"> => {
  let pausesLeft = mayRecognizeInPauses ? MOST_PAUSES : 0;
  let recognized: Promise<string> | null = null;
  return {
    take: () => {},
    pause: (samples) => {
      recognized = pausesLeft > 0 ? recognizeWhole(samples) : null;
      pausesLeft -= 1;
      // Its failure is of no interest if the person goes on.
      return recognized?.catch(() => null) ?? NOT_KNOWN;
    },
    recognize: (whole, isPaused) => (isPaused && recognized) || recognizeWhole(whole),
  };
};

interface SentenceStream {
  take(part: Int16Array): void;
  /** Resolves with the words so far; null: they come with the others. */
  pause(): Promise<string | null>;
  finish(isPaused: boolean): Promise<string>;
  /** Drops the stream; resolves when its usage is known. */
  drop(): Promise<void>;
}

/** Sound waits here until its stream is open. */
const openSentenceStream = (
  open: (dropped: AbortSignal) => Promise<RecognitionStream>,
  over: AbortSignal,
): SentenceStream => {
  const waiting: Int16Array[] = [];
  let stream: RecognitionStream | null = null;
  const dropping = new AbortController();
  const opened = open(dropping.signal).then((it) => {
    if (dropping.signal.aborted) it.drop();
    else for (const part of waiting.splice(0)) it.take(part);
    stream = it;
    return it;
  });
  const ended = opened.then(
    () => {},
    // Those who want the words get the failure.
    () => {},
  );
  const drop = () => {
    over.removeEventListener("abort", drop);
    dropping.abort();
    stream?.drop();
    return ended;
  };
  over.addEventListener("abort", drop, { once: true });
  return {
    take: (part) => {
      if (stream === null) waiting.push(part);
      else stream.take(part);
    },
    pause: () => stream?.pause?.()?.catch(() => null) ?? NOT_KNOWN,
    finish: async (isPaused) => (await opened).finish(isPaused),
    drop,
  };
};

import { TURN_END } from "../../domain/conversation/heard/turn-end.ts";
import { LONGEST_HEARD_MS } from "../../domain/model/speech-allowance.ts";

/**
 * The change that one frame causes. After the first that may hold a voice, speech has started, or the voice was a noise.
 * `samples` are the speech so far, this frame included; `quietMs` is the silence at their end. Within speech each pause that may be its
 * end is reported once; `isPaused`: nothing was said since the latest one.
 */
export type SpeechEvent =
  | { kind: "maybe" }
  | { kind: "noise" }
  | { kind: "started"; samples: Int16Array }
  | { kind: "paused"; samples: Int16Array }
  | { kind: "ended"; samples: Int16Array; quietMs: number; isPaused: boolean };

export interface SpeechDetector {
  /** `likelihood`: that the frame holds speech, from 0 to 1. */
  take(frame: Int16Array, likelihood: number): SpeechEvent | null;
  /** Has the present pause end the speech after so much silence; the next one ends it after the usual again. */
  endAfter(ms: number): void;
  /** Some sound is missing before the next frame: silence on both sides of it is no pause, because nobody knows what lay between. */
  skip(): void;
  /** The sound has ended, maybe within a word: speech that was begun ends with it. */
  finish(): SpeechEvent | null;
}

export type EndedSpeech = Extract<SpeechEvent, { kind: "ended" }>;

interface Limits {
  frameMs: number;
  /** A voice is suspected from this likelihood on: a frame sooner than speech begins, for many first sounds. */
  suspectedAt?: number;
  /** Speech begins at the first likelihood and continues above the second. */
  beginsAt?: number;
  goesOnAt?: number;
  /** This is longer than a click. */
  beginsAfterMs?: number;
  /** The interval at which a recurring noise is reported at most, because the agent is silent each time. */
  maybeEveryMs?: number;
  /** This is longer than a pause between words. */
  pausesAfterMs?: number;
  /** This is longer than most pauses within a sentence; what is heard in a pause may say otherwise. */
  endsAfterMs?: number;
  /** This much sound is kept, because the first sound of a word comes before it is recognized as speech. */
  keptBeforeMs?: number;
  /** The longest piece for recognition. */
  longestMs?: number;
}

/** Creates a detector that cuts a person's speech out of the microphone's sound. */
export const createSpeechDetector = ({
  frameMs,
  suspectedAt = 0.3,
  beginsAt = 0.5,
  goesOnAt = 0.35,
  beginsAfterMs = 96,
  maybeEveryMs = 1000,
  pausesAfterMs = 250,
  endsAfterMs = TURN_END.finishedMs,
  keptBeforeMs = 400,
  longestMs = LONGEST_HEARD_MS,
}: Limits): SpeechDetector => {
  const framesOf = (ms: number) => Math.max(1, Math.ceil(ms / frameMs));
  let kept: Int16Array[] = [];
  let isSpeaking = false;
  let loudFrames = 0;
  const quiet = createQuiet(framesOf(endsAfterMs));
  const suspicion = createSuspicion({ everyFrames: framesOf(maybeEveryMs), mostFrames: framesOf(beginsAfterMs) + 1 });

  const end = (): EndedSpeech => {
    const samples = joined(kept);
    const quietMs = quiet.frames() * frameMs;
    const isPaused = quiet.frames() >= framesOf(pausesAfterMs);
    kept = [];
    isSpeaking = false;
    loudFrames = 0;
    quiet.forget();
    return { kind: "ended", samples, quietMs, isPaused };
  };
  const waitForSpeech = (likelihood: number): SpeechEvent | null => {
    loudFrames = likelihood >= beginsAt ? loudFrames + 1 : 0;
    if (loudFrames < framesOf(beginsAfterMs)) {
      kept = kept.slice(-(framesOf(keptBeforeMs) + loudFrames));
      return suspicion.take({ isLoud: likelihood >= suspectedAt });
    }
    isSpeaking = true;
    suspicion.forget();
    return { kind: "started", samples: joined(kept) };
  };
  return {
    take: (frame, likelihood) => {
      kept.push(frame);
      if (!isSpeaking) return waitForSpeech(likelihood);
      quiet.take({ isQuiet: likelihood < goesOnAt });
      if (quiet.isEnd() || kept.length >= framesOf(longestMs)) return end();
      return quiet.frames() === framesOf(pausesAfterMs) ? { kind: "paused", samples: joined(kept) } : null;
    },
    endAfter: (ms) => quiet.endAfter(framesOf(ms)),
    skip: quiet.forget,
    finish: () => {
      const ended = isSpeaking ? end() : suspicion.take({ isLoud: false });
      // The next speech is not joined to the one that has ended.
      kept = [];
      loudFrames = 0;
      return ended;
    },
  };
};

/** Counts the silence within speech, which ends it after so many frames unless this pause may last for longer. */
const createQuiet = (usualFrames: number) => {
  let count = 0;
  let endsAfter = usualFrames;
  const forget = (): void => {
    count = 0;
    endsAfter = usualFrames;
  };
  return {
    take: ({ isQuiet }: { isQuiet: boolean }): void => {
      if (isQuiet) count += 1;
      else forget();
    },
    endAfter: (frames: number): void => {
      if (count > 0) endsAfter = frames;
    },
    frames: () => count,
    isEnd: () => count >= endsAfter,
    forget,
  };
};

/**
 * Reports frames that may hold a voice, and when that was a noise: when it ends, or goes on for `mostFrames` without becoming speech,
 * as a murmur would.
 */
const createSuspicion = ({ everyFrames, mostFrames }: { everyFrames: number; mostFrames: number }) => {
  let isTold = false;
  let untilNext = 0;
  return {
    take: ({ isLoud }: { isLoud: boolean }): Extract<SpeechEvent, { kind: "maybe" | "noise" }> | null => {
      untilNext = Math.max(untilNext - 1, 0);
      if (isLoud && !isTold && untilNext === 0) {
        isTold = true;
        untilNext = everyFrames;
        return { kind: "maybe" };
      }
      if (!isTold || (isLoud && untilNext > everyFrames - mostFrames)) return null;
      isTold = false;
      return { kind: "noise" };
    },
    /** Ends the suspicion, because it was a voice. */
    forget: (): void => {
      isTold = false;
      untilNext = 0;
    },
  };
};

const joined = (frames: readonly Int16Array[]): Int16Array => {
  const samples = new Int16Array(frames.reduce((length, frame) => length + frame.length, 0));
  let at = 0;
  for (const frame of frames) {
    samples.set(frame, at);
    at += frame.length;
  }
  return samples;
};

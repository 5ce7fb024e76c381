import { LONGEST_HEARD_MS } from "../domain/model/speech-allowance.ts";

/**
 * The change that one frame causes. `samples` are the speech so far, this frame included; `quietMs` is the silence at their
 * end.
 */
export type SpeechEvent =
  | { kind: "started"; samples: Int16Array }
  | { kind: "ended"; samples: Int16Array; quietMs: number };

export interface SpeechDetector {
  /** `likelihood`: that the frame holds speech, from 0 to 1. */
  take(frame: Int16Array, likelihood: number): SpeechEvent | null;
  /** The sound has ended, maybe in the middle of a word: what was begun ends with it. */
  finish(): EndedSpeech | null;
}

type EndedSpeech = Extract<SpeechEvent, { kind: "ended" }>;

interface Limits {
  frameMs: number;
  /** Speech begins at the first likelihood and continues above the second. */
  beginsAt?: number;
  goesOnAt?: number;
  /** Longer than a click. */
  beginsAfterMs?: number;
  /** Longer than a pause within a sentence. */
  endsAfterMs?: number;
  /** Kept because the first sound of a word comes before it is recognized as speech. */
  keptBeforeMs?: number;
  /** The longest piece for recognition. */
  longestMs?: number;
}

/** Creates a detector that cuts a person's speech out of the microphone's sound. */
export const createSpeechDetector = ({
  frameMs,
  beginsAt = 0.5,
  goesOnAt = 0.35,
  beginsAfterMs = 96,
  endsAfterMs = 550,
  keptBeforeMs = 400,
  longestMs = LONGEST_HEARD_MS,
}: Limits): SpeechDetector => {
  const framesOf = (ms: number) => Math.max(1, Math.ceil(ms / frameMs));
  let kept: Int16Array[] = [];
  let isSpeaking = false;
  let loudFrames = 0;
  let quietFrames = 0;

  const end = (): EndedSpeech => {
    const samples = joined(kept);
    const quietMs = quietFrames * frameMs;
    kept = [];
    isSpeaking = false;
    loudFrames = 0;
    quietFrames = 0;
    return { kind: "ended", samples, quietMs };
  };
  const waitForSpeech = (likelihood: number): SpeechEvent | null => {
    loudFrames = likelihood >= beginsAt ? loudFrames + 1 : 0;
    if (loudFrames < framesOf(beginsAfterMs)) {
      kept = kept.slice(-(framesOf(keptBeforeMs) + loudFrames));
      return null;
    }
    isSpeaking = true;
    return { kind: "started", samples: joined(kept) };
  };
  return {
    take: (frame, likelihood) => {
      kept.push(frame);
      if (!isSpeaking) return waitForSpeech(likelihood);
      quietFrames = likelihood < goesOnAt ? quietFrames + 1 : 0;
      return quietFrames >= framesOf(endsAfterMs) || kept.length >= framesOf(longestMs) ? end() : null;
    },
    finish: () => {
      const ended = isSpeaking ? end() : null;
      // What comes next is not joined to what has ended.
      kept = [];
      loudFrames = 0;
      return ended;
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

/** What one frame changes. */
export type SpeechEvent = { kind: "started" } | { kind: "ended"; samples: Int16Array };

export interface SpeechDetector {
  /** `likelihood`: that the frame holds speech, from 0 to 1. */
  take(frame: Int16Array, likelihood: number): SpeechEvent | null;
}

interface Limits {
  frameMs: number;
  /** Speech begins at this likelihood and goes on above the other. */
  beginsAt?: number;
  goesOnAt?: number;
  /** A click is shorter. */
  beginsAfterMs?: number;
  /** A pause within a sentence is shorter. */
  endsAfterMs?: number;
  /** The first sound of a word comes before it is taken for speech. */
  keptBeforeMs?: number;
  /** Recognition is not given more at a time. */
  longestMs?: number;
}

/** Cuts what a person says out of what the microphone hears. */
export const createSpeechDetector = ({
  frameMs,
  beginsAt = 0.5,
  goesOnAt = 0.35,
  beginsAfterMs = 96,
  endsAfterMs = 550,
  keptBeforeMs = 400,
  longestMs = 60_000,
}: Limits): SpeechDetector => {
  const framesOf = (ms: number) => Math.max(1, Math.ceil(ms / frameMs));
  let kept: Int16Array[] = [];
  let isSpeaking = false;
  let loudFrames = 0;
  let quietFrames = 0;

  const end = (): SpeechEvent => {
    const samples = joined(kept);
    kept = [];
    isSpeaking = false;
    loudFrames = 0;
    quietFrames = 0;
    return { kind: "ended", samples };
  };
  const waitForSpeech = (likelihood: number): SpeechEvent | null => {
    loudFrames = likelihood >= beginsAt ? loudFrames + 1 : 0;
    if (loudFrames < framesOf(beginsAfterMs)) {
      kept = kept.slice(-(framesOf(keptBeforeMs) + loudFrames));
      return null;
    }
    isSpeaking = true;
    return { kind: "started" };
  };
  return {
    take: (frame, likelihood) => {
      kept.push(frame);
      if (!isSpeaking) return waitForSpeech(likelihood);
      quietFrames = likelihood < goesOnAt ? quietFrames + 1 : 0;
      return quietFrames >= framesOf(endsAfterMs) || kept.length >= framesOf(longestMs) ? end() : null;
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

/** Voices speak some 15 characters a second; a little slower, so that nobody is cut off. */
const CHARACTERS_PER_SECOND = 13;

/** How long what was handed over is still being spoken: carriers of the relay do not tell. */
export interface SpeechClock {
  /** `soundsMs`: what is known of a recording that says it. */
  speak(text: string, soundsMs?: number | null): void;
  /** The person spoke over it. */
  cut(): void;
  remainingMs(): number;
}

/** `isInstant`: for a carrier whose voices take no time worth waiting for. */
export const createSpeechClock = ({ isInstant }: { isInstant: boolean }): SpeechClock => {
  let doneAtMs = 0;
  return {
    speak: (text, soundsMs) => {
      if (isInstant) return;
      doneAtMs = Math.max(doneAtMs, performance.now()) + (soundsMs ?? (text.length / CHARACTERS_PER_SECOND) * 1000);
    },
    cut: () => {
      doneAtMs = 0;
    },
    remainingMs: () => Math.max(doneAtMs - performance.now(), 0),
  };
};

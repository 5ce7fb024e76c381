/** Voices speak about 15 characters a second; a lower value cuts nobody off. */
const CHARACTERS_PER_SECOND = 13;

/** Estimates how long the speech still lasts, because carriers of the relay do not report it. */
export interface SpeechClock {
  /** `soundsMs`: the known length of its recording. */
  speak(text: string, soundsMs?: number | null): void;
  /** Stops the clock, because the person interrupted. */
  cut(): void;
  remainingMs(): number;
}

/** Creates a clock. `isInstant`: for a carrier whose voices take almost no time. */
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

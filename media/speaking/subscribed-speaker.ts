import { setTimeout as delay } from "node:timers/promises";
import type { Speaker } from "./speech-player.ts";

interface Listening {
  /** Resolves when somebody receives the sound. */
  subscribed: Promise<unknown>;
  /** Aborted when the room was left, so that nobody is waited for. */
  left: AbortSignal;
  withinMs: number;
  sampleRate: number;
  /** Called when nobody receives it in time; the sound is then played all the same. */
  onNobody(): void;
}

/**
 * Wraps a speaker so that it plays nothing before the person receives the sound, who would otherwise miss the beginning of the
 * greeting; the wait is limited.
 */
export const createSubscribedSpeaker = (
  speaker: Speaker,
  { subscribed, left, withinMs, sampleRate, onNobody }: Listening,
): Speaker => {
  const awaitReceiver = async (): Promise<void> => {
    const giveUp = delay(withinMs, false, { ref: false, signal: left }).catch(() => true);
    if (!(await Promise.race([subscribed.then(() => true), giveUp]))) onNobody();
  };
  /** The wait begins with the first sound, because nobody has to receive anything before. */
  let received: Promise<void> | null = null;
  /** Increases when waiting sound is dropped, so that it is not played later. */
  let generation = 0;
  /** Sound that waits here was not played, like sound that waits in the speaker. */
  let waitingSamples = 0;
  return {
    ...speaker,
    play: async (samples) => {
      const mine = generation;
      waitingSamples += samples.length;
      await (received ??= awaitReceiver());
      if (mine !== generation) return;
      waitingSamples -= samples.length;
      if (!left.aborted) await speaker.play(samples);
    },
    waitingMs: () => speaker.waitingMs() + (waitingSamples / sampleRate) * 1000,
    clear: () => {
      generation += 1;
      waitingSamples = 0;
      speaker.clear();
    },
  };
};

import { setTimeout as delay } from "node:timers/promises";
import type { Speaker } from "./speech-player.ts";

interface Listening {
  /** Resolves when somebody receives what is played. */
  subscribed: Promise<unknown>;
  /** The room was left: nobody is waited for any more. */
  left: AbortSignal;
  withinMs: number;
  sampleRate: number;
  /** Nobody does; what is said is played all the same. */
  onNobody(): void;
}

/**
 * Plays nothing before somebody receives it, who would miss the beginning of the greeting; but nobody is left in silence.
 * One part is handed over after the other: LiveKit refuses one while it still holds that before, as it does for a moment
 * after what waited was dropped.
 */
export const awaitListener = (
  speaker: Speaker,
  { subscribed, left, withinMs, sampleRate, onNobody }: Listening,
): Speaker => {
  const awaitReceiver = async (): Promise<void> => {
    const giveUp = delay(withinMs, false, { ref: false, signal: left }).catch(() => true);
    if (!(await Promise.race([subscribed.then(() => true), giveUp]))) onNobody();
  };
  /** Begins with the first sound: somebody who hears nothing yet need not receive it. */
  let received: Promise<void> | null = null;
  /** The part before is being taken; null: there is room. */
  let taking: Promise<void> | null = null;
  const handOver = async (samples: Int16Array): Promise<void> => {
    const taken = speaker.play(samples);
    const free = () => {
      taking = null;
    };
    taking = taken.then(free, free);
    await taken;
  };
  /** Rises when what waits is dropped, so that it is not played later. */
  let generation = 0;
  /** Waits here, and sounds as little as what waits in the speaker. */
  let waitingSamples = 0;
  return {
    ...speaker,
    play: async (samples) => {
      const mine = generation;
      waitingSamples += samples.length;
      await (received ??= awaitReceiver());
      while (taking !== null) await taking;
      if (mine !== generation) return;
      waitingSamples -= samples.length;
      if (!left.aborted) await handOver(samples);
    },
    waitingMs: () => speaker.waitingMs() + (waitingSamples / sampleRate) * 1000,
    clear: () => {
      generation += 1;
      waitingSamples = 0;
      speaker.clear();
    },
  };
};

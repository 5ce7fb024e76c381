import { setTimeout as delay } from "node:timers/promises";
import type { Speaker } from "./speech-player.ts";

interface Listening {
  /** Resolves when somebody receives what is played. */
  subscribed: Promise<unknown>;
  withinMs: number;
  /** Nobody does; what is said is played all the same. */
  onNobody(): void;
}

/** Plays nothing before somebody receives it, who would miss the beginning of the greeting; but nobody is left in silence. */
export const awaitListener = (speaker: Speaker, { subscribed, withinMs, onNobody }: Listening): Speaker => {
  const isReceived = Promise.race([subscribed.then(() => true), delay(withinMs, false, { ref: false })]).then(
    (isSo) => {
      if (!isSo) onNobody();
    },
  );
  return {
    ...speaker,
    play: async (samples) => {
      await isReceived;
      await speaker.play(samples);
    },
  };
};

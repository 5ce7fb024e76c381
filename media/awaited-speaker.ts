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
 * LiveKit's library sends nothing for a tenth of a second after its waiting sound was dropped, which a client takes for lost packets
 * and fills by drawing out the last sound. So the person hears the agent fall silent sooner when silence follows; this much has
 * whole packets in it, wherever they begin.
 */
const SILENCE_MS = 60;

/**
 * Wraps a speaker so that it plays nothing before the person receives the sound, who would otherwise miss the beginning of the
 * greeting; the wait is limited. Parts are handed over one after another: LiveKit refuses a part while it still holds the one
 * before, as for a moment after waiting sound was dropped.
 */
export const createAwaitedSpeaker = (
  speaker: Speaker,
  { subscribed, left, withinMs, sampleRate, onNobody }: Listening,
): Speaker => {
  const awaitReceiver = async (): Promise<void> => {
    const giveUp = delay(withinMs, false, { ref: false, signal: left }).catch(() => true);
    if (!(await Promise.race([subscribed.then(() => true), giveUp]))) onNobody();
  };
  /** The wait begins with the first sound, because nobody has to receive anything before. */
  let received: Promise<void> | null = null;
  /** The part before is being handed over; null: there is room. */
  let taking: Promise<void> | null = null;
  const handOver = async (samples: Int16Array): Promise<void> => {
    const taken = speaker.play(samples);
    const free = () => {
      taking = null;
    };
    taking = taken.then(free, free);
    await taken;
  };
  /** Increases when waiting sound is dropped, so that it is not played later. */
  let generation = 0;
  const fallSilent = async (): Promise<void> => {
    const mine = generation;
    while (taking !== null) await taking;
    if (mine === generation && !left.aborted) await handOver(new Int16Array((sampleRate * SILENCE_MS) / 1000));
  };
  /** Sound that waits here was not played, like sound that waits in the speaker. */
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
      const wasSounding = speaker.waitingMs() > 0;
      speaker.clear();
      // Where it fails the client falls silent by itself, a moment later.
      if (wasSounding) fallSilent().catch(() => {});
    },
  };
};

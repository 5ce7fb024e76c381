import type { Speaker } from "../../media/speaking/speech-player.ts";

/** A loudspeaker whose time passes when a test says so. */
export const handSpeaker = (sampleRate: number) => {
  let queuedMs = 0;
  let handedOverMs = 0;
  let done = Promise.withResolvers<void>();
  const settle = () => {
    if (queuedMs > 0) return;
    done.resolve();
    done = Promise.withResolvers<void>();
  };
  const speaker: Speaker = {
    play: async (samples) => {
      const ms = (samples.length / sampleRate) * 1000;
      queuedMs += ms;
      handedOverMs += ms;
    },
    waitingMs: () => queuedMs,
    clear: () => {
      queuedMs = 0;
      settle();
    },
    silence: () => (queuedMs === 0 ? Promise.resolve() : done.promise),
  };
  return {
    speaker,
    handedOverMs: () => handedOverMs,
    passes: (ms: number) => {
      queuedMs = Math.max(queuedMs - ms, 0);
      settle();
    },
  };
};

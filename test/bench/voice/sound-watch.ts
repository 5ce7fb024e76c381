import { setTimeout as delay } from "node:timers/promises";

const LOOK_EVERY_MS = 10;
/** A pause within the agent's words is shorter. */
const SILENT_AFTER_MS = 400;

/** Notes when somebody else is heard, by `performance.now()`. */
export const createSoundWatch = () => {
  let soundsSinceMs: number | null = null;
  let lastLoudMs: number | null = null;
  const isSilent = () => lastLoudMs === null || performance.now() - lastLoudMs > SILENT_AFTER_MS;
  const until = async <T>(ask: () => T | null, withinMs: number): Promise<T | null> => {
    const deadline = performance.now() + withinMs;
    for (;;) {
      const answer = ask();
      if (answer !== null || performance.now() > deadline) return answer;
      await delay(LOOK_EVERY_MS);
    }
  };
  return {
    /** A frame has come in just now. */
    take: (isLoud: boolean): void => {
      if (!isLoud) return;
      if (isSilent()) soundsSinceMs = performance.now();
      lastLoudMs = performance.now();
    },
    /** Resolves with the instant at which a sound began, after this one; null: none has in time. */
    sound: (afterMs: number, withinMs: number) =>
      until(() => (soundsSinceMs !== null && soundsSinceMs >= afterMs ? soundsSinceMs : null), withinMs),
    /** Resolves with the instant of the last sound, once it is silent; null: it has not fallen silent in time. */
    silence: (withinMs: number) => until(() => (isSilent() ? lastLoudMs : null), withinMs),
  };
};

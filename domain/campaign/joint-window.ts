import type { WindowReading } from "./dialling-window.ts";

/** More openings than eight days of several hours have. */
const MOST_STEPS = 100;

/** Reads windows that must all be open: when they next are, and until when. */
export const readJointWindow = (
  windows: readonly ((atMs: number) => WindowReading)[],
  fromMs: number,
): WindowReading => {
  let atMs = fromMs;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    let [opensAtMs, closesAtMs] = [atMs, Number.POSITIVE_INFINITY];
    for (const readAt of windows) {
      const window = readAt(atMs);
      if (window.open) closesAtMs = Math.min(closesAtMs, window.closesAtMs);
      else if (window.opensAtMs === null) return window;
      else opensAtMs = Math.max(opensAtMs, window.opensAtMs);
    }
    if (opensAtMs === atMs) return atMs === fromMs ? { open: true, closesAtMs } : { open: false, opensAtMs: atMs };
    atMs = opensAtMs;
  }
  return { open: false, opensAtMs: null };
};

import { setTimeout as delay } from "node:timers/promises";

/** Refusals that are known before any work is done, told late: who asks again at each answer asks a few times a second. */
export interface HeldRefusals {
  /** Waits so long, or until `signal` aborts; not at all when too many are held already. */
  hold(ms: number, signal?: AbortSignal): Promise<void>;
}

const MOST_HELD = 1000;

export const createHeldRefusals = (mostHeld = MOST_HELD): HeldRefusals => {
  let held = 0;
  return {
    hold: async (ms, signal) => {
      if (held >= mostHeld || ms <= 0) return;
      held += 1;
      try {
        await delay(ms, undefined, signal && { signal }).catch(() => {});
      } finally {
        held -= 1;
      }
    },
  };
};

import { setTimeout as delay } from "node:timers/promises";
import { PATIENCE_MS } from "../harness/patience.ts";

const ASK_AGAIN_AFTER_MS = 250;

/**
 * Behaves like an integrator's program during an outage: repeats a request until it is answered. `fetch` itself gives
 * up a request that a dying API never answers.
 */
export const persistently = async <T>(what: string, ask: () => Promise<T>): Promise<T> => {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > deadline) throw new Error(`${what}: no answer within ${PATIENCE_MS / 1000} s`, { cause: error });
      await delay(ASK_AGAIN_AFTER_MS);
    }
  }
};

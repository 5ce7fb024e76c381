import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { PATIENCE_MS } from "./patience.ts";

const NO_ANSWER_PAUSE_SECONDS = 0.5;

/**
 * Asks as the documentation tells clients to: where an answer says when to come back, and where none comes, the same request
 * follows with the same key, so that nothing is done twice.
 */
export const fetchAndReturn: typeof fetch = async (address, init = {}) => {
  const headers = new Headers(init.headers);
  if (init.method === "POST" && !headers.has("idempotency-key")) headers.set("idempotency-key", randomUUID());
  const giveUpAtMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await fetch(address, { ...init, headers }).catch((error: unknown) => {
      if (performance.now() > giveUpAtMs) throw error;
    });
    const waitSeconds = answer ? answer.headers.get("retry-after") : NO_ANSWER_PAUSE_SECONDS;
    if (answer && (waitSeconds === null || performance.now() > giveUpAtMs)) return answer;
    await answer?.body?.cancel();
    await delay(Number(waitSeconds) * 1000);
  }
};

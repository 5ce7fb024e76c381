import { setTimeout as delay } from "node:timers/promises";
import { PATIENCE_MS } from "../../../harness/patience.ts";
import type { Manners } from "./scene.ts";

export interface Delivery {
  url: string;
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
}

/** Sends a webhook and returns what it was answered with. */
export type Deliver = (webhook: Delivery) => Promise<{ contentType: string; body: string }>;

const TRY_AGAIN_MS = 250;

/** Delivers as carriers do: on a separate connection, again after no answer, and twice for a repeating carrier. */
export const createDelivery =
  ({ repeats }: Manners): Deliver =>
  async (webhook) => {
    const [first, second] = await Promise.all(repeats ? [send(webhook), send(webhook)] : [send(webhook)]);
    if (second && withoutTokens(second.body) !== withoutTokens(first?.body ?? "")) {
      throw new Error(`a repeated webhook was answered differently: ${first?.body} then ${second.body}`);
    }
    return first ?? { contentType: "", body: "" };
  };

/** Each address of a relay has a token of its own. */
const withoutTokens = (document: string): string => document.replace(/\/relay\/[^"]+/g, "/relay");

const send = async ({ url, headers, body }: Delivery): Promise<{ contentType: string; body: string }> => {
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  // Of all tries together: a try that is never answered ends with them.
  const patience = AbortSignal.timeout(PATIENCE_MS);
  for (let last: unknown = null; ; ) {
    try {
      const init = {
        method: "POST",
        headers: { ...Object.fromEntries(sent), connection: "close" },
        body,
        signal: patience,
      };
      const answer = await fetch(url, init);
      const text = await answer.text();
      if (answer.status < 300) return { contentType: answer.headers.get("content-type") ?? "", body: text };
      const heard = `${answer.status}: ${text}`;
      last = heard;
      if (answer.status < 500) throw new RefusedError(`${url} answered ${heard}`);
    } catch (error) {
      if (error instanceof RefusedError) throw error;
      if (!patience.aborted) last = error;
    }
    if (patience.aborted) {
      const heard = typeof last === "string" ? `; the last answer was ${last}` : "";
      throw new Error(`waited ${PATIENCE_MS} ms in vain until ${url} answers${heard}`, { cause: last });
    }
    await delay(TRY_AGAIN_MS);
  }
};

class RefusedError extends Error {
  override readonly name = "RefusedError";
}

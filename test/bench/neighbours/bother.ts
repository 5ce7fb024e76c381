import { setTimeout as delay } from "node:timers/promises";
import type { Answers, Surroundings } from "./surroundings.ts";

/** The context of a nuisance. */
export interface Bother {
  at: Surroundings;
  stopping: AbortSignal;
  /** Sends a request to the API with the organization's key, reads the answer to its end and counts its status. */
  ask(path: string, init?: RequestInit): Promise<AskResult>;
  /** Requests a whole address without a key. */
  askAsStranger(url: string, init?: RequestInit): Promise<AskResult>;
  /** Counts what was answered in another way than over HTTP. */
  count(answer: string): void;
  /** Ends early when it is told to stop. */
  pause(ms: number): Promise<void>;
}

/** `status` 0: the connection broke. */
export interface AskResult {
  status: number;
  text: string;
}

export const createBother = (at: Surroundings, stopping: AbortSignal, answers: Answers): Bother => {
  const count = (name: string) => {
    answers[name] = (answers[name] ?? 0) + 1;
  };
  const send = async (url: string, init: RequestInit): Promise<AskResult> => {
    try {
      const response = await fetch(url, init);
      count(String(response.status));
      return { status: response.status, text: await response.text() };
    } catch {
      if (!stopping.aborted) count("broken");
      return { status: 0, text: "" };
    }
  };
  const from = (headers: RequestInit["headers"]) => {
    const named = new Headers(headers);
    named.set("x-forwarded-for", at.address);
    return named;
  };
  return {
    at,
    stopping,
    count,
    askAsStranger: (url, init = {}) => send(url, { ...init, headers: from(init.headers) }),
    ask: (path, init = {}) => {
      const headers = from(init.headers);
      headers.set("x-api-key", at.apiKey);
      return send(`${at.api}/api/v1${path}`, { ...init, headers });
    },
    pause: (ms) => delay(ms, undefined, { signal: stopping }).catch(() => {}),
  };
};

/** Runs this many at once, each repeated until it is told to stop. */
export const inLanes = async (lanes: number, { stopping }: Bother, act: () => Promise<unknown>): Promise<void> => {
  const lane = async () => {
    while (!stopping.aborted) await act();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
};

export const asJson = (body: unknown): RequestInit => ({
  method: "POST",
  body: JSON.stringify(body),
  headers: { "content-type": "application/json" },
});

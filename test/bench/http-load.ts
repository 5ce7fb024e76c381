import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** One kind of request, repeated over kept connections. */
export interface LoadOptions {
  url: string;
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
  connections: number;
  /** The duration, or the number of requests. */
  extent: { durationSeconds: number } | { requests: number };
}

export interface LoadResult {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Answers other than 2xx, broken connections and time-outs. */
  failures: number;
}

/** Sends the load from a process of its own: the program that measures shares no event loop with it. */
export const sendLoad = async (options: LoadOptions): Promise<LoadResult> => {
  const child = fork(fileURLToPath(new URL("http-load.process.ts", import.meta.url)), [JSON.stringify(options)]);
  const ended = once(child, "exit").then(() => {
    throw new Error("the load generator ended without a result");
  });
  const [result] = await Promise.race([once(child, "message"), ended]);
  await ended.catch(() => {});
  return result;
};

/** Returns the round in the middle by requests per second; failures of every round are added up. */
export const medianOf = (rounds: readonly LoadResult[]): LoadResult => {
  const median = rounds.toSorted((a, b) => a.requestsPerSecond - b.requestsPerSecond)[Math.floor(rounds.length / 2)];
  if (!median) throw new Error("there is no median of nothing");
  return { ...median, failures: rounds.reduce((sum, { failures }) => sum + failures, 0) };
};

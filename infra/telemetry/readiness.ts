import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "../logger.ts";

/** Each check resolves when its part works. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<unknown>>>;

export interface ReadinessReport {
  status: "ready" | "not_ready" | "stopping";
  /** Names only: addresses and reasons are for the log. `degraded`: the process works all the same. */
  parts: Record<string, "ready" | "not_ready" | "degraded">;
}

export interface ReadinessSettings {
  checks: ReadinessChecks;
  /** Returns the names of what is away and would not come back by sending requests to another process. */
  degraded?: () => readonly string[];
  logger: Logger;
  /** After its abort the process takes no more work. */
  stopping: AbortSignal;
  timeoutMs?: number;
  /** Probes within this time get the same report, so that probing is cheap. */
  keepMs?: number;
}

/** Creates the check whether a process can work now. A part that does not answer in time is not ready. */
export const createReadiness = (settings: ReadinessSettings): (() => Promise<ReadinessReport>) => {
  const { keepMs = 1000, stopping, degraded = () => [] } = settings;
  const ask = partsAsker(settings);
  let asked: { parts: ReturnType<typeof ask>; atMs: number } | undefined;
  return async () => {
    if (!asked || performance.now() - asked.atMs > keepMs) asked = { parts: ask(), atMs: performance.now() };
    const parts = await asked.parts;
    const ready = Object.values(parts).every((state) => state === "ready");
    const faults = Object.fromEntries(degraded().map((name) => [name, "degraded" as const]));
    return { status: stopping.aborted ? "stopping" : ready ? "ready" : "not_ready", parts: { ...parts, ...faults } };
  };
};

/** Logs why a part is not ready, once until it is ready again. */
const partsAsker = ({ checks, logger, timeoutMs = 2000 }: ReadinessSettings) => {
  const away = new Set<string>();
  const state = async (part: string, check: () => Promise<unknown>): Promise<"ready" | "not_ready"> => {
    try {
      await within(timeoutMs, check);
      if (away.delete(part)) logger.info({ part }, "ready again");
      return "ready";
    } catch (err) {
      if (!away.has(part)) logger.warn({ part, err }, "not ready");
      away.add(part);
      return "not_ready";
    }
  };
  return async (): Promise<Record<string, "ready" | "not_ready">> =>
    Object.fromEntries(
      await Promise.all(Object.entries(checks).map(async ([part, check]) => [part, await state(part, check)] as const)),
    );
};

const within = async (timeoutMs: number, work: () => Promise<unknown>): Promise<void> => {
  const over = new AbortController();
  const late = delay(timeoutMs, undefined, { signal: over.signal, ref: false }).then(() => {
    throw new Error(`no answer within ${timeoutMs} ms`);
  });
  try {
    await Promise.race([work(), late]);
  } finally {
    late.catch(() => {});
    over.abort();
  }
};

import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import { callSettledSignal } from "../../workflows/campaign/campaign-shard.contract.ts";
import { signalIfOpen } from "../signal-if-open.ts";

/** Calls that end within this time share a signal. */
const GATHER_MS = 250;
/** A signal costs its shard a workflow task, as much as a task of a call, so a busy shard is signalled at this interval. */
const BETWEEN_SIGNALS_MS = 1000;
/** This many calls are reported at once: their places in the shard's window are worth a task. */
const MANY = 25;

/** Resolves once the shard knows of the run's end, or is over itself; rejects when it could not be notified. */
export type NotifyShard = (shardId: string, runUuid: string) => Promise<void>;

interface Gathering {
  runUuids: string[];
  /** Aborted when enough calls are gathered. */
  isFull: AbortController;
  told: Promise<void>;
}

/**
 * Creates the notifier of a process, which gathers its calls' ends into few signals. A repeated run changes nothing.
 */
export const createSettledCallNotifier = (temporal: Client): NotifyShard => {
  const gathering = new Map<string, Gathering>();
  const recent = createRecentSignals();
  const tellTogether = async (shardId: string, { runUuids, isFull }: Omit<Gathering, "told">): Promise<void> => {
    const waitMs = Math.max(GATHER_MS, BETWEEN_SIGNALS_MS - recent.millisecondsSince(shardId));
    await delay(waitMs, undefined, { signal: isFull.signal }).catch(() => {});
    gathering.delete(shardId);
    await signalIfOpen(temporal, shardId, callSettledSignal, runUuids);
    recent.add(shardId);
  };
  const begin = (shardId: string, runUuid: string): Promise<void> => {
    const fresh = { runUuids: [runUuid], isFull: new AbortController() };
    const told = tellTogether(shardId, fresh);
    gathering.set(shardId, { ...fresh, told });
    return told;
  };
  return (shardId, runUuid) => {
    const open = gathering.get(shardId);
    if (!open) return begin(shardId, runUuid);
    open.runUuids.push(runUuid);
    if (open.runUuids.length === MANY) open.isFull.abort();
    return open.told;
  };
};

/** Remembers the shards that were signalled a moment ago and forgets the others. */
const createRecentSignals = () => {
  const atMs = new Map<string, number>();
  return {
    millisecondsSince: (shardId: string): number => performance.now() - (atMs.get(shardId) ?? Number.NEGATIVE_INFINITY),
    add: (shardId: string): void => {
      const nowMs = performance.now();
      for (const [id, toldAtMs] of atMs) if (nowMs - toldAtMs > BETWEEN_SIGNALS_MS) atMs.delete(id);
      atMs.set(shardId, nowMs);
    },
  };
};

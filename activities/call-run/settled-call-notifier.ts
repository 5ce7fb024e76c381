import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import { callSettledSignal } from "../../workflows/campaign/campaign-shard.contract.ts";
import { signalIfOpen } from "../signal-if-open.ts";

/** A signal costs its shard a workflow task, so calls that end within this time share one. */
const GATHER_MS = 250;

/** Resolves once the shard knows of the run's end, or is over itself; rejects when it could not be notified. */
export type NotifyShard = (shardId: string, runUuid: string) => Promise<void>;

/**
 * Creates the notifier of a process, which gathers its calls' ends into few signals. A repeated run changes nothing.
 */
export const createSettledCallNotifier = (temporal: Client): NotifyShard => {
  const gathering = new Map<string, { runUuids: string[]; told: Promise<void> }>();
  const gather = async (shardId: string, runUuids: string[]): Promise<void> => {
    await delay(GATHER_MS);
    gathering.delete(shardId);
    await signalIfOpen(temporal, shardId, callSettledSignal, runUuids);
  };
  return (shardId, runUuid) => {
    const open = gathering.get(shardId);
    if (open) {
      open.runUuids.push(runUuid);
      return open.told;
    }
    const runUuids = [runUuid];
    const told = gather(shardId, runUuids);
    gathering.set(shardId, { runUuids, told });
    return told;
  };
};

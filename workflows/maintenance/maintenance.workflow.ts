import {
  ActivityFailure,
  isCancellation,
  patched,
  proxyActivities,
  setCurrentDetails,
  sleep,
} from "@temporalio/workflow";
import { MENDED, type MaintenanceResult, type Search } from "./maintenance.contract.ts";
import { describeMaintenance, type Findings, searches } from "./maintenance.details.ts";
import type { MaintenanceActivities } from "./maintenance.ports.ts";

const ROUND_EVERY_MS = 60_000;
/** Some 500 events of history, and six workflows an hour in the Temporal UI. */
const WORKS_FOR_MS = 10 * 60_000;

const activities = proxyActivities<MaintenanceActivities>({
  startToCloseTimeout: "4 minutes",
  scheduleToCloseTimeout: "5 minutes",
  heartbeatTimeout: "10 seconds",
  // A search that fails keeps the other ones waiting for the next round: it is not tried for long.
  retry: { initialInterval: "2 seconds", maximumAttempts: 3 },
});

/**
 * Searches once a minute for what crashes and workflows ended by hand leave between rows and workflows, and ends after
 * ten minutes. Its schedule starts one every minute and skips the start while one works (overlap policy `SKIP`).
 *
 * Why not one workflow that continues as new for ever: nobody would start it again once it is terminated, and one that
 * fails at its task after an upgrade would mend nothing more. The schedule starts the next one a minute after
 * this one is gone, however it went, and the server ends one that is stuck by the execution timeout of its contract.
 *
 * Why not one workflow for each minute: 1,440 a day would hide the others in the Temporal UI.
 */
export const maintenance = async (): Promise<MaintenanceResult> => {
  const startedAtMs = Date.now();
  const total = noneMended();
  for (let rounds = 1; ; rounds += 1) {
    const lastRoundAtMs = Date.now();
    const last = await searchAll();
    for (const search of searches()) total[search] += last[search] ?? 0;
    setCurrentDetails(describeMaintenance({ rounds, lastRoundAtMs, last, total }));
    const nextRoundAtMs = nextRoundAfter(Date.now(), startedAtMs);
    if (nextRoundAtMs - startedAtMs >= WORKS_FOR_MS) return { rounds, mended: total };
    await sleep(nextRoundAtMs - Date.now(), { summary: "until the next round" });
  }
};

/** Rounds keep to the minute of the start; one that took longer leaves out those that it kept from starting. */
const nextRoundAfter = (nowMs: number, startedAtMs: number): number =>
  startedAtMs + (Math.floor((nowMs - startedAtMs) / ROUND_EVERY_MS) + 1) * ROUND_EVERY_MS;

/** At the same time: what one waits for keeps no other one waiting. */
const searchAll = async (): Promise<Findings> => {
  const found = await Promise.all(searchesOfThisRun().map(async (search) => [search, await mend(search)] as const));
  return { ...noneMended(), ...Object.fromEntries(found) };
};

/** A run that began before there were requests, hires, threads or national lists goes on without searching for them. */
const searchesOfThisRun = (): Search[] =>
  searches().filter(
    (search) =>
      (search !== "restartLostRequests" || patched("lost-requests")) &&
      (search !== "restartLostHires" || patched("lost-hires")) &&
      (search !== "restartLostThreads" || patched("lost-threads")) &&
      (search !== "restartLostNationalLists" || patched("lost-national-lists")),
  );

/** Null when it failed: the next round searches again. */
const mend = async (search: Search): Promise<number | null> => {
  try {
    return await activities[search].executeWithOptions({ summary: MENDED[search] }, []);
  } catch (error) {
    if (error instanceof ActivityFailure && !isCancellation(error)) return null;
    throw error;
  }
};

const noneMended = (): Record<Search, number> => ({
  restartLostCampaigns: 0,
  restartLostCalls: 0,
  restartStuckCalls: 0,
  restartLostTextSessions: 0,
  restartLostWebCalls: 0,
  restartLostDeliveries: 0,
  restartLostDocuments: 0,
  restartLostReindexing: 0,
  restartLostHires: 0,
  forgetFormerModels: 0,
  removeAbandonedUploads: 0,
  removeAbandonedRecordings: 0,
  restartLostRequests: 0,
  restartLostThreads: 0,
  restartLostNationalLists: 0,
});

import { isCancellation, proxyLocalActivities, setCurrentDetails, sleep, TemporalFailure } from "@temporalio/workflow";
import { SEALED_EVERY_SECONDS } from "../../domain/record/checkpoint.rules.ts";
import { type MaintenanceResult, SEARCH_DESCRIPTIONS, type Search } from "./maintenance.contract.ts";
import { describeMaintenance, type Findings, listSearches } from "./maintenance.details.ts";
import type { MaintenanceActivities } from "./maintenance.ports.ts";

/** Sealing the record is one of the searches. */
const ROUND_EVERY_MS = SEALED_EVERY_SECONDS * 1_000;
/** A run has about 500 events, and the Temporal UI shows six runs an hour. */
const WORKS_FOR_MS = 10 * 60_000;

/**
 * The searches run within the workflow's task: as activities of their own, the searches of every minute, which mostly find nothing,
 * would be most of the server's work at rest. A worker that is killed meanwhile loses the task after its timeout, and the round is
 * searched again.
 */
const withinTask = proxyLocalActivities<MaintenanceActivities>({
  startToCloseTimeout: "4 minutes",
  scheduleToCloseTimeout: "5 minutes",
  // A failing search delays the next round of the other ones, so it is not tried for long.
  retry: { initialInterval: "2 seconds", maximumAttempts: 3 },
  localRetryThreshold: "1 second",
});
/**
 * Searches once a minute for what crashes and terminated workflows leave between rows and workflows, and ends after ten
 * minutes. Its schedule starts one every minute and skips the start while one works (overlap policy `SKIP`).
 *
 * It is not one workflow that continues as new for ever: nobody would start it again once it is terminated, and one
 * whose task fails after an upgrade would repair nothing more. The schedule starts the next one within a minute after
 * this one has ended for any reason, and the server ends a stuck one by the execution timeout of its contract.
 *
 * It is not one workflow for each minute: 1,440 a day would hide the others in the Temporal UI.
 */
export const maintenance = async (): Promise<MaintenanceResult> => {
  const startedAtMs = Date.now();
  const total = noneMended();
  for (let rounds = 1; ; rounds += 1) {
    const lastRoundAtMs = Date.now();
    const last = await searchAll();
    for (const search of listSearches()) total[search] += last[search] ?? 0;
    setCurrentDetails(describeMaintenance({ rounds, lastRoundAtMs, last, total }));
    const nextRoundAtMs = nextRoundAfter(Date.now(), startedAtMs);
    if (nextRoundAtMs - startedAtMs >= WORKS_FOR_MS) return { rounds, mended: total };
    await sleep(nextRoundAtMs - Date.now(), { summary: "until the next round" });
  }
};

/** Rounds start at whole minutes after the start; a long round skips those that it overlaps. */
const nextRoundAfter = (nowMs: number, startedAtMs: number): number =>
  startedAtMs + (Math.floor((nowMs - startedAtMs) / ROUND_EVERY_MS) + 1) * ROUND_EVERY_MS;

/** The searches run at the same time, so that a waiting one does not delay the others. */
const searchAll = async (): Promise<Findings> => {
  const found = await Promise.all(listSearches().map(async (search) => [search, await runSearch(search)] as const));
  return { ...noneMended(), ...Object.fromEntries(found) };
};

/** Returns null when the search failed: the next round searches again. */
const runSearch = async (search: Search): Promise<number | null> => {
  const options = { summary: SEARCH_DESCRIPTIONS[search] };
  try {
    return await withinTask[search].executeWithOptions(options, []);
  } catch (error) {
    // An activity within the task fails with its own failure.
    if (error instanceof TemporalFailure && !isCancellation(error)) return null;
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
  restartLostRehearsals: 0,
  restartLostWhatIfs: 0,
  restartLostErasures: 0,
  forgetFormerModels: 0,
  removeAbandonedUploads: 0,
  removeAbandonedRecordings: 0,
  restartLostRequests: 0,
  restartLostThreads: 0,
  restartLostNationalLists: 0,
  restartLostImports: 0,
  startCarrierReports: 0,
  sealRecords: 0,
  measureRows: 0,
});

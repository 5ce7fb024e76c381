import { proxyActivities, setCurrentDetails } from "@temporalio/workflow";
import { FOLLOW_UP_QUEUE } from "../task-queues.ts";
import type { CarrierReportsInput, CarrierReportsResult } from "./carrier-reports.contract.ts";
import type { CarrierReportsActivities, Gathered } from "./carrier-reports.ports.ts";

const { gatherPrices, gatherRecordings } = proxyActivities<CarrierReportsActivities>({
  taskQueue: FOLLOW_UP_QUEUE,
  startToCloseTimeout: "10 minutes",
  heartbeatTimeout: "10 seconds",
  // Maintenance starts the next one within a minute.
  retry: { initialInterval: "1 second", maximumInterval: "1 minute", maximumAttempts: 5 },
});

/** Bounds the history; maintenance starts the next one while something is due. */
const MOST_ROUNDS = 50;

/**
 * Gathers the prices and recordings of an account's ended calls that are due, and ends: it never waits for the next one. Their calls'
 * own workflows ended with them.
 */
export const carrierReports = async (input: CarrierReportsInput): Promise<CarrierReportsResult> => {
  const [prices, recordings] = await Promise.all([
    gatherAll(() => gatherPrices(input)),
    gatherAll(() => gatherRecordings(input)),
  ]);
  setCurrentDetails(`**${prices}** calls with a price and **${recordings}** recordings kept, or given up`);
  return { prices, recordings };
};

const gatherAll = async (gather: () => Promise<Gathered>): Promise<number> => {
  let kept = 0;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const gathered = await gather();
    kept += gathered.kept;
    if (!gathered.isMoreDue) break;
  }
  return kept;
};

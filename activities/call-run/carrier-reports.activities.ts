import type { CarrierReportsActivities } from "../../workflows/carrier-reports/carrier-reports.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { gatherPrices } from "./gather-prices.ts";
import { gatherRecordings } from "./gather-recordings.ts";

export const createCarrierReportsActivities = (deps: WorkerDependencies): CarrierReportsActivities => ({
  gatherPrices: (account) => withHeartbeat(() => gatherPrices(deps, account)),
  gatherRecordings: (account) => withHeartbeat(() => gatherRecordings(deps, account)),
});

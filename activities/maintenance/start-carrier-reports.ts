import { listAccountsWithDueReports } from "../../infra/postgres/call/awaited-reports.repository.ts";
import { startOnce } from "../../infra/temporal/start-workflow.ts";
import {
  carrierReportsContract,
  carrierReportsStartOptions,
} from "../../workflows/carrier-reports/carrier-reports.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { askAboutQuietCalls } from "./ask-about-quiet-calls.ts";
import { restartLost } from "./restart-lost.ts";

/**
 * Starts the workflow of each account whose carrier is to be asked for prices or recordings, and has carriers asked about calls that
 * have probably ended. It is no repair: returns 0.
 */
export const startCarrierReports = async ({
  database,
  temporal,
}: Pick<WorkerDependencies, "database" | "temporal">): Promise<number> => {
  await restartLost(await listAccountsWithDueReports(database), {
    // One that still asks is not started twice by its id.
    hasWorkflow: async () => false,
    restart: (account) => startOnce(temporal, carrierReportsContract.type, carrierReportsStartOptions(account)),
  });
  await askAboutQuietCalls({ database, temporal });
  return 0;
};

import { reconcileTexts } from "../../application/message/reconcile-texts.ts";
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
 * have probably ended and about texts of which nobody knows what came. It is no repair: returns 0.
 */
export const startCarrierReports = async (
  deps: Pick<WorkerDependencies, "database" | "temporal" | "carriers" | "secrets">,
): Promise<number> => {
  const { database, temporal } = deps;
  await restartLost(await listAccountsWithDueReports(database), {
    // One that still asks is not started twice by its id.
    hasWorkflow: async () => false,
    restart: (account) => startOnce(temporal, carrierReportsContract.type, carrierReportsStartOptions(account)),
  });
  await askAboutQuietCalls({ database, temporal });
  await reconcileTexts(deps);
  return 0;
};

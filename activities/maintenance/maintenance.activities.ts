import { SEARCH_DESCRIPTIONS, type Search } from "../../workflows/maintenance/maintenance.contract.ts";
import type { MaintenanceActivities } from "../../workflows/maintenance/maintenance.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { deleteFormerModels } from "./delete-former-models.ts";
import { measureOrganizationRows } from "./measure-rows.ts";
import { removeAbandonedRecordings } from "./remove-abandoned-recordings.ts";
import { removeAbandonedUploads } from "./remove-abandoned-uploads.ts";
import { removeArtifactOrphans } from "./remove-artifact-orphans.ts";
import { removeAtCarriers } from "./remove-at-carriers.ts";
import { removeEach } from "./remove-each.ts";
import { removeExpiredActs } from "./remove-expired-acts.ts";
import { removeExpiredExports } from "./remove-expired-exports.ts";
import { removeUnfilledLists } from "./remove-unfilled-lists.ts";
import { removeExpiredErrorFiles, removeUnusedContactFiles } from "./remove-unused-contact-files.ts";
import { restartLostCalls, restartStuckCalls } from "./restart-lost-calls.ts";
import { restartLostCampaigns } from "./restart-lost-campaigns.ts";
import { restartLostDeliveries } from "./restart-lost-deliveries.ts";
import { restartLostDocuments } from "./restart-lost-documents.ts";
import { restartLostErasures } from "./restart-lost-erasures.ts";
import { restartLostHires } from "./restart-lost-hires.ts";
import { restartLostImports } from "./restart-lost-imports.ts";
import { restartLostNationalLists } from "./restart-lost-national-lists.ts";
import { restartLostRehearsals } from "./restart-lost-rehearsals.ts";
import { restartLostReindexing } from "./restart-lost-reindexing.ts";
import { forgetOldAttempts, restartLostRemovals } from "./restart-lost-removals.ts";
import { restartLostRequests } from "./restart-lost-requests.ts";
import { restartLostTextSessions, restartLostWebCalls } from "./restart-lost-sessions.ts";
import { restartLostThreads } from "./restart-lost-threads.ts";
import { restartLostWhatIfs } from "./restart-lost-what-ifs.ts";
import { sealRecords } from "./seal-records.ts";
import { sendActsToCollector } from "./send-acts-to-collector.ts";
import { startArchives } from "./start-archives.ts";
import { startCarrierReports } from "./start-carrier-reports.ts";

/** Removes documents, files of contacts and of bad rows, lists whose file was not imported, and acts and exports past their time. */
const removeUnusedFiles = (deps: WorkerDependencies): Promise<number> =>
  removeEach(
    [
      removeAbandonedUploads,
      removeUnfilledLists,
      removeUnusedContactFiles,
      removeExpiredErrorFiles,
      removeExpiredActs,
      forgetOldAttempts,
      removeExpiredExports,
    ],
    (remove) => remove(deps),
  );

/** Replaced files of calls and recordings that carriers have yet to remove are no fault, and are not counted. */
const removeReplacedFiles = async (deps: WorkerDependencies): Promise<number> => {
  await removeArtifactOrphans(deps);
  return removeAtCarriers(deps);
};

const removeUnusedRecordings = (deps: WorkerDependencies): Promise<number> =>
  removeEach([removeReplacedFiles, removeAbandonedRecordings], (remove) => remove(deps));

/** What is due by the clock. */
const startReportsAndArchives = (deps: WorkerDependencies): Promise<number> =>
  removeEach([startCarrierReports, startArchives, sendActsToCollector], (start) => start(deps));

/** Both take away for good, and one that has begun is finished. */
const restartLostErasuresAndRemovals = (deps: WorkerDependencies): Promise<number> =>
  removeEach([restartLostErasures, restartLostRemovals], (restart) => restart(deps));

export const createMaintenanceActivities = (deps: WorkerDependencies): MaintenanceActivities => {
  /** Repairs are logged, because they should be rare. */
  const runSearch = async (name: Search, search: (deps: WorkerDependencies) => Promise<number>): Promise<number> => {
    const count = await withHeartbeat(() => search(deps));
    deps.metrics.repairs.inc({ search: name }, count);
    if (count > 0) deps.logger.warn({ count, search: name }, `maintenance: ${SEARCH_DESCRIPTIONS[name]}`);
    return count;
  };
  return {
    restartLostCampaigns: () => runSearch("restartLostCampaigns", restartLostCampaigns),
    restartLostCalls: () => runSearch("restartLostCalls", restartLostCalls),
    restartStuckCalls: () => runSearch("restartStuckCalls", restartStuckCalls),
    restartLostTextSessions: () => runSearch("restartLostTextSessions", restartLostTextSessions),
    restartLostWebCalls: () => runSearch("restartLostWebCalls", restartLostWebCalls),
    restartLostDeliveries: () => runSearch("restartLostDeliveries", restartLostDeliveries),
    restartLostDocuments: () => runSearch("restartLostDocuments", restartLostDocuments),
    restartLostReindexing: () => runSearch("restartLostReindexing", restartLostReindexing),
    restartLostHires: () => runSearch("restartLostHires", restartLostHires),
    restartLostRehearsals: () => runSearch("restartLostRehearsals", restartLostRehearsals),
    restartLostWhatIfs: () => runSearch("restartLostWhatIfs", restartLostWhatIfs),
    restartLostErasures: () => runSearch("restartLostErasures", restartLostErasuresAndRemovals),
    forgetFormerModels: () => runSearch("forgetFormerModels", deleteFormerModels),
    removeAbandonedUploads: () => runSearch("removeAbandonedUploads", removeUnusedFiles),
    removeAbandonedRecordings: () => runSearch("removeAbandonedRecordings", removeUnusedRecordings),
    restartLostRequests: () => runSearch("restartLostRequests", restartLostRequests),
    restartLostThreads: () => runSearch("restartLostThreads", restartLostThreads),
    restartLostNationalLists: () => runSearch("restartLostNationalLists", restartLostNationalLists),
    startCarrierReports: () => runSearch("startCarrierReports", startReportsAndArchives),
    sealRecords: () => runSearch("sealRecords", sealRecords),
    measureRows: () => runSearch("measureRows", measureOrganizationRows),
    restartLostImports: () => runSearch("restartLostImports", restartLostImports),
  };
};

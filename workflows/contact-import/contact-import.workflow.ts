import {
  CancellationScope,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  setHandler,
} from "@temporalio/workflow";
import { IMPORT_QUEUE } from "../task-queues.ts";
import {
  type ContactImportInput,
  type ContactImportResult,
  type ImportProgress,
  importProgressSignal,
} from "./contact-import.contract.ts";
import { CANCELED, describeImport, explainImportFailure } from "./contact-import.details.ts";
import type { ContactImportActivities } from "./contact-import.ports.ts";

const ATTEMPT = {
  taskQueue: IMPORT_QUEUE,
  // The time includes the wait behind other files of the organization.
  startToCloseTimeout: "6 hours",
  // After a kill of its worker the import continues elsewhere within seconds.
  heartbeatTimeout: "10 seconds",
} as const;

const { importContacts } = proxyActivities<Pick<ContactImportActivities, "importContacts">>({
  ...ATTEMPT,
  scheduleToCloseTimeout: "24 hours",
  // More than twenty minutes: long enough for an outage, but a file that ends its worker each time is not tried for
  // ever.
  retry: { initialInterval: "1 second", maximumInterval: "5 minutes", maximumAttempts: 12 },
});

/** Without a limit of attempts: an import that is never settled would be shown as going on for ever. */
const { settleImport } = proxyActivities<Pick<ContactImportActivities, "settleImport">>({
  ...ATTEMPT,
  scheduleToCloseTimeout: "30 days",
  retry: { initialInterval: "1 second", maximumInterval: "5 minutes" },
});

const NOTHING_YET: ImportProgress = {
  file: "",
  figures: { totalRows: 0, imported: 0, updated: 0, skipped: 0, invalid: 0 },
};

/** Imports one file of contacts: streams it in batches, then writes the faults of its bad rows. */
export const contactImport = async (input: ContactImportInput): Promise<ContactImportResult> => {
  let progress = NOTHING_YET;
  setHandler(importProgressSignal, (report) => {
    progress = report;
    setCurrentDetails(describeImport("importing", progress));
  });
  const failure = await importContacts(input).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  const canceled = failure !== null && isCancellation(failure.error);
  const error = failure && (canceled ? CANCELED : explainImportFailure(failure.error));
  const result = await CancellationScope.nonCancellable(() => settleImport({ ...input, error }));
  setCurrentDetails(describeImport(result.error ?? result.status, { ...progress, figures: result.figures }));
  if (canceled) throw failure.error;
  return result;
};

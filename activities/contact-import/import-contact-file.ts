import { ApplicationFailure, CancelledFailure, Context } from "@temporalio/activity";
import { ContactFileError } from "../../domain/contact/contact-file-rows.ts";
import type { FileWarning } from "../../domain/file/file-warning.ts";
import { FILE_IS_TOO_LARGE, LARGEST_FILE_BYTES } from "../../domain/file/uploaded-file.ts";
import { readAhead } from "../../infra/contact-file/read-ahead.ts";
import { readBatches } from "../../infra/contact-file/read-batches.ts";
import { ObjectMissingError } from "../../infra/object-store/object-store.ts";
import { readRowBytes } from "../../infra/postgres/access/organization-rows.repository.ts";
import type { ContactImport } from "../../infra/postgres/contact/contact-import.entity.ts";
import {
  beginImport,
  keepFileWarnings,
  readOrganizationCountry,
} from "../../infra/postgres/contact/contact-import.repository.ts";
import { mergeContacts } from "../../infra/postgres/contact/merge-contacts.ts";
import { HEARTBEAT_EVERY_MS } from "../../infra/temporal/deadlines.ts";
import {
  type ContactImportInput,
  contactImportContract,
  type ImportFigures,
  importProgressSignal,
} from "../../workflows/contact-import/contact-import.contract.ts";
import { REPORT_EVERY_MS } from "../heartbeat.ts";
import { signalIfOpen } from "../signal-if-open.ts";
import type { ImportDependencies } from "./import-dependencies.ts";
import { recordImportConsents } from "./record-import-consents.ts";

const FULL =
  "The rows of your organization have reached their size limit in the database: what came before this point is imported. Delete contact lists that no campaign calls, and import the file again.";
/** What a contact's row holds besides its texts. */
const BYTES_OF_ROW = 100;
const DELETED = "The contact list was deleted while the file was being imported.";

/** Streams the file into the list, a batch and a transaction at a time, from the last merged batch on. */
export const importContactFile = async (deps: ImportDependencies, input: ContactImportInput): Promise<void> => {
  const { running, country, storedBytes } = await deps.database.inOrganization(input.organizationId, async (tx) => ({
    running: await beginImport(tx, input.importId),
    country: await readOrganizationCountry(tx),
    storedBytes: await readRowBytes(tx),
  }));
  if (!running) throw permanent(DELETED);
  if (running.status !== "processing") return;
  const heart = startHeartbeat(running.position);
  try {
    await mergeFile(deps, { running, country: running.default_country ?? country, heart, storedBytes });
  } catch (error) {
    if (error instanceof ContactFileError) throw permanent(error.message, error);
    if (error instanceof ObjectMissingError)
      throw permanent("The file was not uploaded, or it is no longer there.", error);
    throw error;
  } finally {
    heart.stop();
  }
};

interface Merging {
  running: ContactImport;
  country: string | null;
  heart: Heart;
  /** What the organization's rows held at their last measurement. */
  storedBytes: number;
}

const mergeFile = async (
  deps: ImportDependencies,
  { running, country, heart, storedBytes }: Merging,
): Promise<void> => {
  await checkSize(deps, running);
  const file = await deps.objectStore.read(running.object_key);
  const report = progressReports(deps, running);
  const count = rowCounter(deps, running);
  const input = { mapping: mappingOf(running), country, position: running.position };
  let warnings: readonly FileWarning[] = [];
  const how = { encoding: running.encoding, onWarnings: (told: readonly FileWarning[]) => (warnings = told) };
  const batches = readAhead(readBatches(file, input, how));
  let bytes = storedBytes;
  for await (const batch of batches) {
    heart.throwIfCanceled();
    bytes += batch.characters + batch.rowCount * BYTES_OF_ROW;
    if (bytes > deps.rowBytesPerOrganization) throw permanent(FULL);
    await recordImportConsents(deps, running, batch);
    const figures = await mergeContacts(deps.database, running, { batch, meanwhile: batches.start });
    if (!figures) throw permanent(DELETED);
    heart.position = figures.totalRows;
    count(figures);
    await report(figures);
  }
  if (warnings.length > 0)
    await deps.database.inOrganization(running.organization_id, (tx) => keepFileWarnings(tx, running.id, warnings));
};

const checkSize = async ({ objectStore }: ImportDependencies, { object_key }: ContactImport): Promise<void> => {
  const bytes = await objectStore.size(object_key);
  if (bytes === null) throw permanent("The file was not uploaded, or it is no longer there.");
  if (bytes > LARGEST_FILE_BYTES) throw permanent(`${FILE_IS_TOO_LARGE}; split it and import the parts.`);
};

/** The figures cover the whole file; the metrics count the increase. */
const rowCounter = ({ metrics }: ImportDependencies, running: ContactImport) => {
  const counted = {
    imported: running.imported,
    updated: running.updated,
    skipped: running.skipped,
    invalid: running.invalid,
  };
  return (figures: ImportFigures): void => {
    for (const result of ["imported", "updated", "skipped", "invalid"] as const) {
      metrics.importRows.inc({ result }, figures[result] - counted[result]);
      counted[result] = figures[result];
    }
  };
};

const mappingOf = ({ mapping }: ContactImport): Record<string, string> =>
  Object.fromEntries(Object.entries(mapping).map(([ours, theirs]) => [ours, String(theirs)]));

/** Reports progress to the workflow for operators; at intervals, because each report is an event of its history. */
const progressReports = ({ temporal, clock, logger }: ImportDependencies, running: ContactImport) => {
  const input = { organizationId: running.organization_id, importId: running.id };
  const file = running.object_key.split("/").at(-1) ?? running.object_key;
  let reportedAtMs = clock.now().getTime();
  return async (figures: ImportFigures): Promise<void> => {
    const nowMs = clock.now().getTime();
    if (nowMs - reportedAtMs < REPORT_EVERY_MS) return;
    reportedAtMs = nowMs;
    try {
      await signalIfOpen(temporal, contactImportContract.workflowId(input), importProgressSignal, { file, figures });
    } catch (err) {
      // The next report covers this one; the import itself is in the database.
      logger.warn({ err, import_id: running.id }, "a progress report was lost");
    }
  };
};

interface Heart {
  /** Rows done; shown with the pending activity in the Temporal UI. */
  position: number;
  throwIfCanceled(): void;
  stop(): void;
}

const startHeartbeat = (position: number): Heart => {
  const context = Context.current();
  const heart: Heart = {
    position,
    throwIfCanceled: () => {
      if (context.cancellationSignal.aborted) throw new CancelledFailure("the import was canceled");
    },
    stop: () => clearInterval(timer),
  };
  const timer = setInterval(() => context.heartbeat({ rows: heart.position }), HEARTBEAT_EVERY_MS);
  return heart;
};

/** Another try would end the same way. */
const permanent = (sentence: string, cause?: Error): ApplicationFailure =>
  ApplicationFailure.create({
    message: sentence,
    type: "ContactImportImpossible",
    nonRetryable: true,
    ...(cause && { cause }),
  });

import { ActivityFailure, ApplicationFailure } from "@temporalio/common";
import type { ImportProgress } from "./contact-import.contract.ts";

export const CANCELED = "The import was canceled; the rows merged before stay.";
const TOO_LONG = "The import could not be finished in time; start it again: merged rows are not added twice.";

const TOO_OFTEN =
  "The import was tried twelve times and failed each time; save the file as CSV or split it, and start it again. Merged rows are not added twice.";

/** Returns why an import failed, for the person who requested it. */
export const explainImportFailure = (error: unknown): string => {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof ApplicationFailure && cause.nonRetryable) return cause.message;
  return error instanceof ActivityFailure && error.retryState === "MAXIMUM_ATTEMPTS_REACHED" ? TOO_OFTEN : TOO_LONG;
};

/** Markdown for the Temporal UI. */
export const describeImport = (state: string, { file, figures }: ImportProgress): string =>
  [
    `**${state}** \`${file.replaceAll("`", "'")}\``,
    "",
    "| rows so far | new | updated | skipped | invalid |",
    "|---:|---:|---:|---:|---:|",
    `| ${figures.totalRows} | ${figures.imported} | ${figures.updated} | ${figures.skipped} | ${figures.invalid} |`,
  ].join("\n");

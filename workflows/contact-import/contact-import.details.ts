import { ActivityFailure, ApplicationFailure } from "@temporalio/common";
import type { ImportProgress } from "./contact-import.contract.ts";

export const CANCELED = "The import was canceled; what it had merged until then stays.";
const TOO_LONG = "The import could not be finished in time; start it again, what is merged is not added twice.";

/** Why an import failed, for the person who asked for it. */
export const sentenceOf = (error: unknown): string => {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  return cause instanceof ApplicationFailure && cause.nonRetryable ? cause.message : TOO_LONG;
};

/** Markdown for the Temporal UI. */
export const importDetails = (state: string, { file, figures }: ImportProgress): string =>
  [
    `**${state}** \`${file.replaceAll("`", "'")}\``,
    "",
    "| rows so far | new | updated | skipped | invalid |",
    "|---:|---:|---:|---:|---:|",
    `| ${figures.totalRows} | ${figures.imported} | ${figures.updated} | ${figures.skipped} | ${figures.invalid} |`,
  ].join("\n");

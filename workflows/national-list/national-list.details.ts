import { ActivityFailure, ApplicationFailure } from "@temporalio/common";
import type { NationalListFigures } from "./national-list.contract.ts";

export const CANCELED = "Loading was canceled; nothing of the list is in force.";
const NOT_LOADED = "The file could not be loaded in time; upload it again. Nothing of it is in force.";

/** Returns why a list was not loaded, for the person who requested it. */
export const explainNationalListFailure = (error: unknown): string => {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  return cause instanceof ApplicationFailure && cause.nonRetryable ? cause.message : NOT_LOADED;
};

/** Markdown for the Temporal UI. */
export const describeNationalList = ({ state, numbers, invalid, error }: NationalListFigures): string =>
  [`**${state.replace("_", " ")}**: ${numbers} numbers, ${invalid} lines without one`, ...(error ? [error] : [])].join(
    "\n\n",
  );

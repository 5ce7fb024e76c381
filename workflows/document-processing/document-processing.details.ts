import { ActivityFailure, ApplicationFailure } from "@temporalio/common";
import { describeProgress, type ProcessingProgress } from "../../domain/document/processing-progress.rules.ts";

export const CANCELED = "Processing was canceled; process the document again to go on.";
const TOO_LONG = "The document could not be processed in time; process it again.";

/** Returns why a version failed, for the person who requested it. */
export const explainProcessingFailure = (error: unknown, otherwise = TOO_LONG): string => {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  return cause instanceof ApplicationFailure && cause.nonRetryable ? cause.message : otherwise;
};

/** Markdown for the Temporal UI. */
export const describeProcessing = (state: string, progress: ProcessingProgress): string => {
  if (progress.version === null) return `**${state}**`;
  const version = `**${state}** version ${progress.version}`;
  return state === "ready" ? version : `${version}: ${describeProgress(progress)}`;
};

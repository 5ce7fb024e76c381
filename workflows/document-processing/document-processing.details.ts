import { ActivityFailure, ApplicationFailure } from "@temporalio/common";
import type { ProcessingProgress, ProcessingStep } from "./document-processing.contract.ts";

export const CANCELED = "Processing was canceled; process the document again to go on.";
const TOO_LONG = "The document could not be processed in time; process it again.";

export const NOTHING_YET: ProcessingProgress = { version: null, step: null, done: 0, total: 0 };

const UNITS: Readonly<Record<ProcessingStep, string>> = {
  fetch: "bytes",
  extract: "pages",
  chunk: "parts",
  embed: "passages",
  index: "passages",
  switch: "",
};
const DOING: Readonly<Record<ProcessingStep, string>> = {
  fetch: "reading the file",
  extract: "extracting the text",
  chunk: "cutting passages",
  embed: "making vectors",
  index: "filling the index",
  switch: "switching to the new version",
};

/** Why a version failed, for the person who asked for it. */
export const sentenceOf = (error: unknown, otherwise = TOO_LONG): string => {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  return cause instanceof ApplicationFailure && cause.nonRetryable ? cause.message : otherwise;
};

/** One line, of a version that is being processed: `making vectors, 64 of 500 passages`. */
export const progressSentence = ({ step, done, total }: ProcessingProgress): string => {
  if (step === null) return "waiting";
  if (done === 0 && total === 0) return DOING[step];
  const counted = total > 0 ? `${done} of ${total}` : `${done}`;
  // What has no pages comes in parts, and nobody knows how many.
  const unit = step === "extract" && total === 0 ? UNITS.chunk : UNITS[step];
  return `${DOING[step]}, ${counted} ${unit}`;
};

/** Markdown for the Temporal UI. */
export const processingDetails = (state: string, progress: ProcessingProgress): string => {
  if (progress.version === null) return `**${state}**`;
  const version = `**${state}** version ${progress.version}`;
  return state === "ready" ? version : `${version}: ${progressSentence(progress)}`;
};

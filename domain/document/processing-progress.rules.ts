export const PROCESSING_STEPS = ["fetch", "extract", "chunk", "embed", "index", "switch"] as const;
export type ProcessingStep = (typeof PROCESSING_STEPS)[number];

export interface ProcessingProgress {
  version: number | null;
  step: ProcessingStep | null;
  /** How many units of the step are done: pages, parts or passages. */
  done: number;
  /** 0: not known yet. */
  total: number;
}

export const NOTHING_YET: ProcessingProgress = { version: null, step: null, done: 0, total: 0 };

/** Compares how far two reports of a version are: positive where the first is of a later step. */
export const compareSteps = (one: ProcessingProgress, other: ProcessingProgress): number =>
  placeOf(one.step) - placeOf(other.step);

const placeOf = (step: ProcessingStep | null): number => (step === null ? -1 : PROCESSING_STEPS.indexOf(step));

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

/** Describes a version in processing in one line: `making vectors, 64 of 500 passages`. */
export const describeProgress = ({ step, done, total }: ProcessingProgress): string => {
  if (step === null) return "waiting";
  if (done === 0 && total === 0) return DOING[step];
  const counted = total > 0 ? `${done} of ${total}` : `${done}`;
  // A file without pages is counted in parts, and their number is not known in advance.
  const unit = step === "extract" && total === 0 ? UNITS.chunk : UNITS[step];
  return `${DOING[step]}, ${counted} ${unit}`;
};

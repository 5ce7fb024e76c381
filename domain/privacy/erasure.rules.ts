/** An erased person stays on the do-not-call list, unless it is said otherwise: the entry is kept as a pseudonym and still binds. */
export const KEEPS_DO_NOT_CALL = true;

/** The steps of an erasure, in this order. Each may be repeated at any moment and then goes on where it was. */
export const ERASURE_STEPS = [
  "find",
  "calls",
  "objects",
  "documents",
  "rows",
  "mentions",
  "answers",
  "histories",
  "record",
] as const;
export type ErasureStep = (typeof ERASURE_STEPS)[number];

/** By place, such as `contacts` or `recordings`: how many rows, objects or workflows were removed or emptied there. */
export type Receipt = Readonly<Record<string, number>>;

/** The ids of what was found, which name nobody. */
export interface FoundInRows {
  runs: readonly number[];
  documents: readonly string[];
  /** What stands outside of the database and is counted already, though it may not be removed yet. */
  counted: readonly string[];
}

export type ErasureState = "running" | "done";

export interface ErasureProgress {
  state: ErasureState;
  step: ErasureStep | null;
  stepsDone: number;
  steps: number;
}

/** Describes how far an erasure is. */
export const describeProgress = ({
  state,
  step,
}: {
  state: ErasureState;
  step: ErasureStep | null;
}): ErasureProgress => ({
  state,
  step,
  stepsDone: state === "done" ? ERASURE_STEPS.length : Math.max(0, step === null ? 0 : ERASURE_STEPS.indexOf(step)),
  steps: ERASURE_STEPS.length,
});

/** A step that waits for calls to end, or for documents to go, looks again after this time. */
export const LOOK_AGAIN_SECONDS = 2;

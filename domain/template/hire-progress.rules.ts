/** The steps of a hire, in their order. */
export const HIRE_STEPS = ["agent", "tools", "documents", "scenarios", "conclusion"] as const;
export type HireStep = (typeof HIRE_STEPS)[number];

/** What a hired agent may still lack. */
export const HIRE_NEEDS = ["credential", "connector", "language_model", "embeddings"] as const;

export interface HireNeed {
  kind: (typeof HIRE_NEEDS)[number];
  /** The name of the credential or of the app; null: the need has no name. */
  name: string | null;
  /** A sentence for people: why, and what to do. */
  detail: string;
}

export interface HireProgress {
  state: "running" | "undoing" | "hired" | "failed";
  done: readonly HireStep[];
  /** The step in progress, or the one that failed for good; null when all are done. */
  step: HireStep | null;
  agentId: number | null;
  /** What the agent still needs from people, once it is hired. */
  missing: readonly HireNeed["kind"][];
}

export const NOTHING_HIRED: HireProgress = { state: "running", done: [], step: "agent", agentId: null, missing: [] };

/** Returns the progress after a step, with the next step in progress. */
export const advanceProgress = (progress: HireProgress, step: HireStep): HireProgress => {
  const done = [...progress.done, step];
  const next = HIRE_STEPS.find((each) => !done.includes(each)) ?? null;
  return { ...progress, done, step: next, state: next === null ? "hired" : "running" };
};

/**
 * Returns the steps to undo when a step has failed for good: those done before it, and itself, since it may have begun;
 * last first.
 */
export const listStepsToUndo = ({ done, step }: HireProgress): HireStep[] =>
  [...done, ...(step === null ? [] : [step])].filter((each) => each !== "conclusion").reverse();

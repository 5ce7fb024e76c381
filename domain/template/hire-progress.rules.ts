/** The steps of a hire, in their order. */
export const HIRE_STEPS = ["agent", "tools", "documents", "conclusion"] as const;
export type HireStep = (typeof HIRE_STEPS)[number];

export interface HireProgress {
  state: "running" | "undoing" | "hired" | "failed";
  done: readonly HireStep[];
  /** What is at work, or what failed for good; null when all of it is done. */
  step: HireStep | null;
  agentId: number | null;
}

export const NOTHING_HIRED: HireProgress = { state: "running", done: [], step: "agent", agentId: null };

/** After a step: the next one's turn. */
export const afterStep = (progress: HireProgress, step: HireStep): HireProgress => {
  const done = [...progress.done, step];
  const next = HIRE_STEPS.find((each) => !done.includes(each)) ?? null;
  return { ...progress, done, step: next, state: next === null ? "hired" : "running" };
};

/** What is to be taken back when a step has failed for good: what was done before it, and what it may have begun; last first. */
export const stepsToUndo = ({ done, step }: HireProgress): HireStep[] =>
  [...done, ...(step === null ? [] : [step])].filter((each) => each !== "conclusion").reverse();

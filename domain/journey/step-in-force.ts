import type { JourneyStep } from "./journey.ts";

export interface JourneyVersion {
  version: number;
  steps: readonly JourneyStep[];
}

/** A step, and the version that says what it does and where it leads. */
export interface StepInForce {
  journey: JourneyVersion;
  step: JourneyStep;
}

/**
 * Returns what holds for a person at a step when the journey was changed meanwhile: the newest version where it has a step of this id
 * that does the same kind of thing, else the version in which the person came to it. Null: the newest version has no steps at all, which
 * ends the journey of everybody.
 */
export const findStepInForce = (
  stepId: string,
  { own, newest }: { own: JourneyVersion; newest: JourneyVersion },
): StepInForce | null => {
  if (newest.steps.length === 0) return null;
  const was = own.steps.find(({ id }) => id === stepId);
  const is = newest.steps.find(({ id }) => id === stepId);
  if (is && (was === undefined || was.do === is.do)) return { journey: newest, step: is };
  return was ? { journey: own, step: was } : null;
};

import { type CallEnding, chooseNextStep } from "./choose-step.ts";
import type { JourneyStep } from "./journey.ts";
import { listFollowing } from "./journey-graph.ts";
import { readWait } from "./read-wait.ts";

export interface PreviewedStep {
  step: JourneyStep;
  atMs: number;
  /** After a call, which of these follows is known when it has ended. */
  mayFollow: string[];
}

/** Returns what would follow a call that ends so, up to the next call, whose end decides further. */
export const previewJourney = (
  steps: readonly JourneyStep[],
  ending: CallEnding,
  { fromMs, zone }: { fromMs: number; zone: string },
): PreviewedStep[] => {
  const previewed: PreviewedStep[] = [];
  const taken = (id: string) => previewed.filter(({ step }) => step.id === id).length;
  let after: JourneyStep | null = null;
  let nowMs = fromMs;
  for (;;) {
    const next = chooseNextStep(steps, after, ending);
    if (next === null || taken(next.id) >= (next.most ?? 1)) return previewed;
    nowMs = readWait(next.wait, { fromMs: nowMs, zone });
    const isCall = next.do === "call";
    const mayFollow = isCall ? listFollowing(steps, next).map(({ id }) => id) : [];
    previewed.push({ step: next, atMs: nowMs, mayFollow });
    if (isCall) return previewed;
    after = next;
  }
};

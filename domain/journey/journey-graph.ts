import type { JourneyStep } from "./journey.ts";

/** Returns the steps that begin the journey: those that no step before them names in `next`. */
export const listFirstSteps = (steps: readonly JourneyStep[]): JourneyStep[] => {
  const named = new Set<string>();
  return steps.filter((step) => {
    const isFirst = !named.has(step.id);
    for (const id of step.next ?? []) named.add(id);
    return isFirst;
  });
};

/** Returns the steps that may follow a step, in their order. */
export const listFollowing = (steps: readonly JourneyStep[], step: JourneyStep): JourneyStep[] =>
  (step.next ?? []).flatMap((id) => steps.find((each) => each.id === id) ?? []);

export interface JourneyEdge {
  /** Null: the campaign's own call. */
  from: string | null;
  to: string;
}

export const listEdges = (steps: readonly JourneyStep[]): JourneyEdge[] => [
  ...listFirstSteps(steps).map(({ id }) => ({ from: null, to: id })),
  ...steps.flatMap((step) => listFollowing(steps, step).map(({ id }) => ({ from: step.id, to: id }))),
];

/** Returns the ids of the steps of each loop: steps that lead to each other, or one that leads to itself. */
export const listLoops = (steps: readonly JourneyStep[]): string[][] => {
  const reach = new Map(steps.map((step) => [step.id, reachedFrom(steps, step)]));
  const leads = (from: string, to: string) => reach.get(from)?.has(to) ?? false;
  const seen = new Set<string>();
  return steps.flatMap(({ id }) => {
    if (seen.has(id) || !leads(id, id)) return [];
    const loop = steps.flatMap((other) => (leads(id, other.id) && leads(other.id, id) ? [other.id] : []));
    for (const each of loop) seen.add(each);
    return [loop];
  });
};

const reachedFrom = (steps: readonly JourneyStep[], from: JourneyStep): Set<string> => {
  const reached = new Set<string>();
  const open = listFollowing(steps, from);
  for (let step = open.pop(); step; step = open.pop()) {
    if (reached.has(step.id)) continue;
    reached.add(step.id);
    open.push(...listFollowing(steps, step));
  }
  return reached;
};

/** Returns the number of steps of the longest way that never leads back. */
export const measureDepth = (steps: readonly JourneyStep[]): number => {
  const depths = new Map<string, number>();
  for (const step of steps.toReversed()) {
    const behind = listFollowing(steps, step).map(({ id }) => depths.get(id) ?? 0);
    depths.set(step.id, 1 + Math.max(0, ...behind));
  }
  return Math.max(0, ...depths.values());
};

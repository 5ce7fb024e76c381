import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from "../time/durations.rules.ts";
import type { JourneyCondition, JourneyStep, JourneyWait } from "./journey.ts";
import { listFirstSteps, listFollowing, listLoops, measureDepth } from "./journey-graph.ts";
import { JOURNEY_LIMITS, LEAST_LOOP_WAIT_SECONDS } from "./journey-limits.ts";

/** Why a journey cannot be kept; `path` leads into `steps`. */
export interface JourneyFault {
  path: (string | number)[];
  sentence: string;
}

/** Returns what is wrong with the graph of a journey; what its steps name outside it is not looked at. */
export const listJourneyFaults = (steps: readonly JourneyStep[]): JourneyFault[] => {
  const named = [...repeatedIds(steps), ...unknownSteps(steps)];
  // The rest asks where steps lead.
  if (named.length > 0) return named;
  return [...waitTooLong(steps), ...withoutCondition(steps), ...neverTaken(steps), ...loops(steps), ...tooDeep(steps)];
};

const repeatedIds = (steps: readonly JourneyStep[]): JourneyFault[] =>
  steps.flatMap(({ id }, index) =>
    steps.findIndex((each) => each.id === id) === index
      ? []
      : [{ path: [index, "id"], sentence: `Another step is ${id}: give each step an id of its own` }],
  );

const unknownSteps = (steps: readonly JourneyStep[]): JourneyFault[] =>
  steps.flatMap(({ next = [] }, index) =>
    next.flatMap((id, at) => {
      if (next.indexOf(id) !== at) return [{ path: [index, "next", at], sentence: `${id} is named twice` }];
      return steps.some((each) => each.id === id)
        ? []
        : [{ path: [index, "next", at], sentence: `No step is ${id}: add it, or take it out of next` }];
    }),
  );

const waitTooLong = (steps: readonly JourneyStep[]): JourneyFault[] =>
  steps.flatMap(({ wait }, index) =>
    leastSeconds(wait) > JOURNEY_LIMITS.waitDays * DAY_SECONDS
      ? [{ path: [index, "wait"], sentence: `A step waits ${JOURNEY_LIMITS.waitDays} days at most` }]
      : [],
  );

/** Returns the seconds that a wait takes at least: a time of day may come at once. */
const leastSeconds = (wait: JourneyWait | undefined): number => {
  const { minutes = 0, hours = 0, days = 0, at } = wait ?? {};
  const seconds = minutes * MINUTE_SECONDS + hours * HOUR_SECONDS + days * DAY_SECONDS;
  // The clock of the next day may show it soon.
  return at === undefined ? seconds : Math.max(0, seconds - DAY_SECONDS);
};

const withoutCondition = (steps: readonly JourneyStep[]): JourneyFault[] => {
  const first = listFirstSteps(steps);
  return steps.flatMap((step, index) =>
    first.includes(step) && step.on === undefined
      ? [
          {
            path: [index, "on"],
            sentence: `No step before ${step.id} leads to it, so it begins the journey: say in on after which outcomes, or put it behind the step that leads to it`,
          },
        ]
      : [],
  );
};

/** A step is never taken where one before it takes everybody whom it would take. */
const neverTaken = (steps: readonly JourneyStep[]): JourneyFault[] => {
  const groups = [listFirstSteps(steps), ...steps.map((step) => listFollowing(steps, step))];
  return groups.flatMap((group) =>
    group.flatMap((step, at) => {
      const before = group.slice(0, at).find((other) => covers(other, step));
      return before
        ? [
            {
              path: [steps.indexOf(step), "on"],
              sentence: `${step.id} is never taken: ${before.id} comes before it and takes the same people`,
            },
          ]
        : [];
    }),
  );
};

const covers = (other: JourneyStep, { on }: JourneyStep): boolean => {
  if (other.on === undefined) return true;
  const taken = new Set(other.on.map(keyOf));
  return on?.every((condition) => taken.has(keyOf(condition))) ?? false;
};

const keyOf = (condition: JourneyCondition): string =>
  typeof condition === "string" ? condition : JSON.stringify(condition, Object.keys(condition).toSorted());

const loops = (steps: readonly JourneyStep[]): JourneyFault[] => {
  const found = listLoops(steps);
  const inLoop = new Set(found.flat());
  const indexOf = (id: string | undefined) => steps.findIndex((step) => step.id === id);
  const hasty = listLoops(steps.filter(({ wait }) => leastSeconds(wait) < LEAST_LOOP_WAIT_SECONDS));
  return [
    ...hasty.map((loop) => ({
      path: [indexOf(loop[0]), "wait"],
      sentence: `${loop.join(", ")} lead back without a wait: let one of them wait a minute or more`,
    })),
    ...steps.flatMap((step, index) => {
      if (inLoop.has(step.id) && step.most === undefined)
        return [
          {
            path: [index, "most"],
            sentence: `${step.id} is part of a loop: say in most how often one person takes it, 2 to ${JOURNEY_LIMITS.most}`,
          },
        ];
      return !inLoop.has(step.id) && step.most !== undefined
        ? [
            {
              path: [index, "most"],
              sentence: `${step.id} is in no loop, so nobody takes it more than once: leave most out`,
            },
          ]
        : [];
    }),
  ];
};

const tooDeep = (steps: readonly JourneyStep[]): JourneyFault[] =>
  measureDepth(steps) > JOURNEY_LIMITS.depth
    ? [{ path: [], sentence: `At most ${JOURNEY_LIMITS.depth} steps follow one another` }]
    : [];

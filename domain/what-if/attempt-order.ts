import type { CampaignPast } from "./campaign-past.ts";

/**
 * The order in which due contacts are called, as claims take them: zone by zone, first attempts before retries, retries by the
 * instant at which they are due. First attempts keep the order that the campaign called them in; attempts that it never made come
 * after all others.
 */
export interface CallOrder {
  /** The smaller one is called first; `attempt`: from 0. */
  keyOf(person: number, attempt: { attempt: number; dueMs: number }): number;
}

const ZONE_STEP = 2 ** 44;
const RETRIES_FROM = 2 ** 43;
const MOST_ZONES = 250;
const UNMADE_FROM = 2 ** 52;

/** Tells whether the campaign made an attempt, from its place in the order. */
export const isUnmade = (key: number): boolean => key >= UNMADE_FROM;

export const createCallOrder = (
  { people, attempts, startedAtMs }: CampaignPast,
  { unmadeComeLast }: { unmadeComeLast: boolean },
): CallOrder => {
  const byStart = listCalled(people).sort((one, other) => startOf(one) - startOf(other) || one - other);
  const rank = new Float64Array(people.count).fill(-1);
  for (const [index, person] of byStart.entries()) rank[person] = index;
  function startOf(person: number): number {
    return attempts.admittedMs[people.firstAttempt[person] ?? 0] ?? 0;
  }
  return {
    keyOf: (person, { attempt, dueMs }) => {
      const sinceStartMs = Math.max(dueMs - startedAtMs, 0);
      if (unmadeComeLast && attempt >= (people.attempts[person] ?? 0))
        return UNMADE_FROM + (attempt === 0 ? person : RETRIES_FROM + sinceStartMs);
      const zone = Math.min(people.zone[person] ?? 0, MOST_ZONES) * ZONE_STEP;
      if (attempt > 0) return zone + RETRIES_FROM + sinceStartMs;
      const place = rank[person] ?? -1;
      return zone + (place < 0 ? byStart.length + person : place);
    },
  };
};

const listCalled = ({ count, attempts }: CampaignPast["people"]): Int32Array => {
  const called = new Int32Array(count);
  let found = 0;
  for (let person = 0; person < count; person += 1) {
    if ((attempts[person] ?? 0) === 0) continue;
    called[found] = person;
    found += 1;
  }
  return called.slice(0, found);
};

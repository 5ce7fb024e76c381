import { DAY_MS } from "../time/durations.rules.ts";

/** The attempts of each number within the last 24 hours, oldest first. */
export interface RecentAttempts {
  of(person: number, atMs: number): readonly number[];
  add(person: number, atMs: number): void;
}

const NONE: readonly number[] = [];

export const createRecentAttempts = (): RecentAttempts => {
  const kept = new Map<number, number[]>();
  return {
    of: (person, atMs) => kept.get(person)?.filter((attemptMs) => attemptMs > atMs - DAY_MS) ?? NONE,
    add: (person, atMs) => {
      const before = kept.get(person);
      if (before) before.push(atMs);
      else kept.set(person, [atMs]);
    },
  };
};

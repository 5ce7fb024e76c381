import { ATTEMPTS_WINDOW_MS } from "../call/attempt.rules.ts";
import type { RuledAttempt } from "../rule-pack/judge-rules.ts";

/** The attempts of each number, oldest first. */
export interface RecentAttempts {
  /** When those were made that count against the limit of attempts. */
  of(person: number, atMs: number): readonly number[];
  all(person: number): readonly RuledAttempt[];
  add(person: number, atMs: number): void;
  /** The last of them is over. */
  end(person: number, answered: boolean): void;
}

const NONE: readonly never[] = [];

export const createRecentAttempts = (): RecentAttempts => {
  const kept = new Map<number, RuledAttempt[]>();
  return {
    of: (person, atMs) =>
      kept
        .get(person)
        ?.filter((attempt) => attempt.atMs > atMs - ATTEMPTS_WINDOW_MS)
        .map((attempt) => attempt.atMs) ?? NONE,
    all: (person) => kept.get(person) ?? NONE,
    add: (person, atMs) => {
      const before = kept.get(person);
      if (before) before.push({ atMs, answered: false });
      else kept.set(person, [{ atMs, answered: false }]);
    },
    end: (person, answered) => {
      const last = kept.get(person)?.at(-1);
      if (last) last.answered = answered;
    },
  };
};

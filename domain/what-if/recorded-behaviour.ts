import type { CampaignPast } from "./campaign-past.ts";
import type { Habits } from "./habits.ts";
import type { RecordedDelays } from "./recorded-delays.ts";
import type { Behaviour } from "./simulation.ts";

/**
 * People do what they did where the same attempt comes in the same hour of their day; otherwise what people like them did, drawn
 * by a seed.
 */
export const createRecordedBehaviour = (
  { people, attempts }: CampaignPast,
  { delays, habits, hourOf, seed }: { delays: RecordedDelays; habits: Habits; hourOf: HourOf; seed: number },
): Behaviour => {
  const rowOf = (person: number, attempt: number): number =>
    attempt < (people.attempts[person] ?? 0) ? (people.firstAttempt[person] ?? 0) + attempt : -1;
  return {
    answer: ({ person, attempt, admittedMs, before }) => {
      const own = rowOf(person, attempt);
      const hour = hourOf(person, admittedMs);
      const isOwn = own >= 0 && hourOf(person, delays.admittedMs[own] ?? 0) === hour;
      const like = { hour, attempt, zone: people.zone[person] ?? 0, before };
      const chance = { seed, person };
      const row = isOwn ? own : own >= 0 ? habits.move(own, like, chance) : habits.draw(like, chance);
      if (row < 0) return null;
      const delayMs = delays.startMs[row] ?? 0;
      return {
        outcome: attempts.outcome[row] ?? 0,
        delayMs: isOwn ? delayMs : Math.max(delayMs, 0),
        lastsMs: (attempts.endMs[row] ?? 0) - (attempts.startMs[row] ?? 0),
        costMinor: attempts.costMinor[row] ?? 0,
        isDrawn: !isOwn,
      };
    },
    wasCalledAgain: (person, attempt) => rowOf(person, attempt + 1) >= 0,
    standBackMs: (person, attempt) => {
      const row = rowOf(person, attempt);
      if (row >= 0) return delays.heldMs[row] ?? 0;
      return attempt === (people.attempts[person] ?? 0) ? (delays.unbegunMs[person] ?? 0) : 0;
    },
  };
};

/** The hour of the person's day, 0 to 23. */
export type HourOf = (person: number, atMs: number) => number;

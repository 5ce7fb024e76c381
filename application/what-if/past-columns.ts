import type { Attempts, People } from "../../domain/what-if/campaign-past.ts";

export const NEVER = Number.POSITIVE_INFINITY;
const FIRST_COLUMN_LENGTH = 4096;

type NumberColumn = Float64Array | Int32Array | Uint16Array | Uint8Array;

/** Makes room for one more value: a column grows by half, so that a million rows are copied some times and not each time. */
const roomFor = <Column extends NumberColumn>(
  column: Column,
  count: number,
  make: (length: number) => Column,
): Column => {
  if (count < column.length) return column;
  const larger = make(Math.max(FIRST_COLUMN_LENGTH, Math.ceil(column.length * 1.5)));
  larger.set(column);
  return larger;
};

const floats = (length: number) => new Float64Array(length);
const integers = (length: number) => new Int32Array(length);
const shorts = (length: number) => new Uint16Array(length);
const bytes = (length: number) => new Uint8Array(length);

export interface PersonRow {
  zone: number;
  blockedFromMs: number;
  leftAtMs: number;
  highestCostMinor: number;
}

export interface AttemptRow {
  admittedMs: number;
  startMs: number;
  /** Infinite: it is under way. */
  endMs: number;
  outcome: number;
  costMinor: number;
}

/** Gathers a campaign's people and attempts in columns: about 60 bytes for a contact and 40 for an attempt. */
export const createPastColumns = () => {
  const people: People = {
    count: 0,
    zone: shorts(0),
    blockedFromMs: floats(0),
    leftAtMs: floats(0),
    firstAttempt: integers(0),
    attempts: bytes(0),
    highestCostMinor: floats(0),
  };
  const attempts: Attempts = {
    count: 0,
    person: integers(0),
    admittedMs: floats(0),
    startMs: floats(0),
    endMs: floats(0),
    outcome: bytes(0),
    costMinor: floats(0),
  };
  const addAttempt = (person: number, row: AttemptRow): void => {
    const at = attempts.count;
    attempts.person = roomFor(attempts.person, at, integers);
    attempts.outcome = roomFor(attempts.outcome, at, bytes);
    for (const name of ["admittedMs", "startMs", "endMs", "costMinor"] as const) {
      attempts[name] = roomFor(attempts[name], at, floats);
      attempts[name][at] = row[name];
    }
    attempts.person[at] = person;
    attempts.outcome[at] = row.outcome;
    attempts.count += 1;
  };
  return {
    people,
    attempts,
    /** Adds a person with their attempts; returns their place. */
    add: (row: PersonRow, made: readonly AttemptRow[]): number => {
      const at = people.count;
      people.zone = roomFor(people.zone, at, shorts);
      people.firstAttempt = roomFor(people.firstAttempt, at, integers);
      people.attempts = roomFor(people.attempts, at, bytes);
      for (const name of ["blockedFromMs", "leftAtMs", "highestCostMinor"] as const) {
        people[name] = roomFor(people[name], at, floats);
        people[name][at] = row[name];
      }
      people.zone[at] = row.zone;
      people.firstAttempt[at] = attempts.count;
      people.attempts[at] = made.length;
      people.count += 1;
      for (const attempt of made) addAttempt(at, attempt);
      return at;
    },
  };
};

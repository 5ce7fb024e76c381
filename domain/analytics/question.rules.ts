import { type AskedDimension, isTime } from "./measures.rules.ts";

/** The most rows of an answer, and of a file. A question with more has to be asked of less. */
export const MOST_ROWS = 1_000;
export const MOST_ROWS_OF_FILE = 20_000;
/** A variable with more values is free text, which tells of single people and not of calls. */
export const MOST_VALUES_OF_VARIABLE = 50;
/** Longer values are one with those that begin alike. */
export const LONGEST_VALUE = 100;
/** An answer that takes longer is not worth waiting for: the question has to be asked of less. */
export const LONGEST_QUESTION_MS = 15_000;
/** The days of a question that names no span; the last of them is today. */
export const USUAL_DAYS = 30;
export const MOST_DAYS = 366;

/** Why a question cannot be answered with so many rows; null: it can. */
export const refuseRows = (
  groups: readonly { values: readonly (string | null)[] }[],
  { variables, most }: { variables: readonly (string | null)[]; most: number },
): "not_enumerated" | "too_many_rows" | null => {
  const isFree = (variable: string | null, at: number): boolean =>
    variable !== null && new Set(groups.map(({ values }) => values[at])).size > MOST_VALUES_OF_VARIABLE + 1;
  if (variables.some(isFree)) return "not_enumerated";
  return groups.length > most ? "too_many_rows" : null;
};

interface Group {
  values: readonly (string | null)[];
  calls: number;
}

/** Orders groups as they are read: times by their course, everything else by its calls, most first. */
export const sortGroups = <G extends Group>(groups: readonly G[], by: readonly AskedDimension[]): G[] => {
  const callsOf = by.map((_, at) => {
    const calls = new Map<string | null, number>();
    for (const group of groups) {
      const value = group.values[at] ?? null;
      calls.set(value, (calls.get(value) ?? 0) + group.calls);
    }
    return calls;
  });
  const compare = (one: G, other: G): number => {
    for (const [at, dimension] of by.entries()) {
      const [a, b] = [one.values[at] ?? null, other.values[at] ?? null];
      if (a === b) continue;
      const byCalls = isTime(dimension) ? 0 : (callsOf[at]?.get(b) ?? 0) - (callsOf[at]?.get(a) ?? 0);
      return byCalls || compareValues(a, b);
    }
    return 0;
  };
  return [...groups].sort(compare);
};

/** Hours are numbers, and days are written so that their text has the order of time; what has no value comes last. */
const compareValues = (one: string | null, other: string | null): number => {
  if (one === null || other === null) return one === null ? 1 : -1;
  return one.localeCompare(other, "en", { numeric: true });
};

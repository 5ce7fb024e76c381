/** One engine's answer: ids, best first, and its weight. */
export interface Ranking {
  ids: readonly string[];
  /** Greater than 0. */
  weight: number;
}

/** The constant of the published method (Cormack, 2009); a larger one lowers the weight of first places. */
const SMOOTHING = 60;

/**
 * Merges several rankings by weighted reciprocal rank: each ranking gives an id `weight / (60 + place)`, so scores of
 * different engines need not be comparable. Equal sums are ordered by id. An id counts once in each ranking.
 */
export const mergeRankings = (rankings: readonly Ranking[]): string[] => {
  const sums = new Map<string, number>();
  for (const { ids, weight } of rankings) {
    for (const [place, id] of [...new Set(ids)].entries()) {
      sums.set(id, (sums.get(id) ?? 0) + weight / (SMOOTHING + place + 1));
    }
  }
  return [...sums]
    .sort(([leftId, left], [rightId, right]) => right - left || (leftId < rightId ? -1 : 1))
    .map(([id]) => id);
};

/** One engine's answer: ids, best first, and how much it counts beside the others. */
export interface Ranking {
  ids: readonly string[];
  /** Above 0. */
  weight: number;
}

/** How fast a place further down counts less: the constant that the method was published with (Cormack, 2009). */
const SMOOTHING = 60;

/**
 * One order out of several by weighted reciprocal rank: each ranking gives an id `weight / (60 + place)`. Scores of
 * different engines need not be comparable for that. Equal sums are ordered by id. An id counts once in each ranking.
 */
export const reciprocalRank = (rankings: readonly Ranking[]): string[] => {
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

/** Returns the value in the middle; of an even number of values the upper of the two. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The value that a share of them (0 to 1) does not exceed, among those that were measured. */
export const quantile = (values: readonly number[], share: number): number => {
  const ordered = [...values].sort((a, b) => a - b);
  return ordered[Math.min(Math.floor(share * ordered.length), ordered.length - 1)] ?? Number.NaN;
};

/** A figure with the interval that contains the true one in 95 of 100 samples. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
}

/** The quantile of the normal distribution for 95 %, both sides. */
const Z = 1.959963984540054;

/**
 * Returns a rate with Wilson's score interval (E. B. Wilson, JASA 22, 1927), which holds for few calls and near 0 and 1 too; null
 * without calls.
 */
export const estimateRate = (successes: number, calls: number): Estimate | null => {
  if (calls === 0) return null;
  const rate = successes / calls;
  const scale = 1 + Z ** 2 / calls;
  const middle = (rate + Z ** 2 / (2 * calls)) / scale;
  const half = (Z / scale) * Math.sqrt((rate * (1 - rate)) / calls + Z ** 2 / (4 * calls ** 2));
  return { value: rate, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
};

/** Fewer calls say nothing about how they spread. */
const FEWEST_FOR_MEAN = 5;

/**
 * Returns a mean of amounts that cannot be negative with Student's interval; null for fewer than five, whose spread is not known.
 * The quantile is the expansion of Cornish and Fisher, which errs by less than 1 % from five calls on.
 */
export const estimateMean = ({ count, sum, squares }: { count: number; sum: number; squares: number }) => {
  if (count < FEWEST_FOR_MEAN) return null;
  const mean = sum / count;
  const variance = Math.max(0, (squares - sum * mean) / (count - 1));
  const half = quantileOfStudent(count - 1) * Math.sqrt(variance / count);
  return { value: mean, low: Math.max(0, mean - half), high: mean + half } satisfies Estimate;
};

const quantileOfStudent = (freedom: number): number =>
  Z +
  (Z ** 3 + Z) / (4 * freedom) +
  (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / (96 * freedom ** 2) +
  (3 * Z ** 7 + 19 * Z ** 5 + 17 * Z ** 3 - 15 * Z) / (384 * freedom ** 3);

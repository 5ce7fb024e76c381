/** So often at most: what is slow each time is slow by itself. */
const MOST_TIMES = 8;

/**
 * Measures how long something takes, in milliseconds, until all of it is within its limits, and returns the last measurement. A
 * machine that is too busy for one measurement has a moment for another; a fault is there in each.
 */
export const measureAgain = async <T extends Readonly<Record<string, number>>>(
  limits: T,
  measure: () => Promise<T>,
): Promise<T> => {
  for (let times = 1; ; times += 1) {
    const measured = await measure();
    const isWithin = Object.entries(limits).every(([name, limit]) => (measured[name] ?? Infinity) < limit);
    if (isWithin || times === MOST_TIMES) return measured;
  }
};

import styles from "./sum-curve.module.css";

interface SumCurveProps {
  /** The curve in words, for screen readers and below it. */
  sentence: string;
  /** The sum up to each day so far. */
  sums: readonly number[];
  /** The number of days in total. */
  days: number;
  /** The expected sum at the end. */
  expected: number;
  limit: number | undefined;
}

const [WIDTH, HEIGHT] = [300, 100];

/** Shows how a sum grows over the days of a month, its expected course, and the limit that it must not reach. */
export const SumCurve = ({ sentence, sums, days, expected, limit }: SumCurveProps) => {
  const highest = Math.max(expected, limit ?? 0, 1) * 1.08;
  const place = (day: number, sum: number) => `${(WIDTH * day) / days},${HEIGHT - (HEIGHT * sum) / highest}`;
  const now = place(sums.length, sums.at(-1) ?? 0);
  const soFar = ["0,100", ...sums.map((sum, index) => place(index + 1, sum))].join(" ");
  return (
    <figure className={styles.curve}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={sentence}>
        {limit !== undefined && (
          <polyline className={styles.limit} points={`${place(0, limit)} ${place(days, limit)}`} />
        )}
        <polyline className={styles.expected} points={`${now} ${place(days, expected)}`} />
        <polyline className={styles.sum} points={soFar} />
      </svg>
      <figcaption aria-hidden>{sentence}</figcaption>
    </figure>
  );
};

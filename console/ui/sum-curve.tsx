import styles from "./sum-curve.module.css";

interface SumCurveProps {
  /** The same for screen readers and below the curve. */
  sentence: string;
  /** The sum up to each day so far. */
  sums: readonly number[];
  /** How many days there will be. */
  days: number;
  /** The sum at the end, if it goes on so. */
  expected: number;
  limit: number | undefined;
}

const [WIDTH, HEIGHT] = [300, 100];

/** Shows how a sum grows over the days of a month, how it goes on, and the limit that it must not reach. */
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

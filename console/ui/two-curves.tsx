import styles from "./two-curves.module.css";

/** A curve that only grows: its value from each instant on. */
export interface Curve {
  name: string;
  points: readonly { at: string; value: number }[];
}

interface TwoCurvesProps {
  /** Both curves in words, for screen readers. */
  sentence: string;
  was: Curve;
  would: Curve;
}

const [WIDTH, HEIGHT] = [300, 100];

/** Shows how a sum grew, and how it would have grown. */
export const TwoCurves = ({ sentence, was, would }: TwoCurvesProps) => {
  const all = [...was.points, ...would.points];
  const instants = all.map(({ at }) => Date.parse(at));
  const [first, last] = [Math.min(...instants), Math.max(...instants)];
  const highest = Math.max(...all.map(({ value }) => value), 1) * 1.08;
  const lineOf = ({ points }: Curve) =>
    points
      .map(({ at, value }) => {
        const x = (WIDTH * (Date.parse(at) - first)) / Math.max(last - first, 1);
        return `${x.toFixed(1)},${(HEIGHT - (HEIGHT * value) / highest).toFixed(1)}`;
      })
      .join(" ");
  return (
    <figure className={styles.curves}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={sentence}>
        <polyline className={styles.was} points={lineOf(was)} />
        <polyline className={styles.would} points={lineOf(would)} />
      </svg>
      <figcaption>
        <span className={styles.wasName}>{was.name}</span>
        <span className={styles.wouldName}>{would.name}</span>
      </figcaption>
    </figure>
  );
};

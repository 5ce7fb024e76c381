import styles from "./day-bars.module.css";

export interface Bar {
  key: string;
  name: string;
  value: number;
}

interface ColumnBarsProps {
  /** The first text for screen readers. */
  label: string;
  bars: readonly Bar[];
  /** How many bars there is room for; by default as many as there are. */
  room?: number;
  /** What stands below the last place; by default the last bar's name. */
  lastName?: string;
  say(value: number): string;
  /** Shown in place of bars without values. */
  empty: string;
}

/** Shows values over time as columns; screen readers get a list of names and values. */
export const ColumnBars = ({ label, bars, say, empty, ...props }: ColumnBarsProps) => {
  const { room = bars.length, lastName = bars.at(-1)?.name } = props;
  const highest = Math.max(...bars.map(({ value }) => value), 0);
  if (highest === 0) return <p className={styles.empty}>{empty}</p>;
  return (
    <div className={styles.chart}>
      <p className={styles.scale} aria-hidden>
        {say(highest)}
      </p>
      <ol className={styles.bars} aria-label={label} style={{ gridTemplateColumns: `repeat(${room}, 1fr)` }}>
        {bars.map(({ key, name, value }) => (
          <li key={key} title={`${name}: ${say(value)}`}>
            <span className="visually-hidden">
              {name}: {say(value)}
            </span>
            <div aria-hidden style={{ height: `${(100 * value) / highest}%` }} />
          </li>
        ))}
      </ol>
      <p className={styles.days} aria-hidden>
        <span>{bars[0]?.name}</span>
        <span>{lastName}</span>
      </p>
    </div>
  );
};

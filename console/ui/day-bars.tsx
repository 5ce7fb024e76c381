import { formatShortDay } from "../words/format.ts";
import styles from "./day-bars.module.css";

interface DayBarsProps {
  /** The first text for screen readers. */
  label: string;
  bars: readonly { date: string; value: number }[];
  /** The last day, up to which there is room for further bars. */
  until: string;
  say(value: number): string;
  /** Shown in place of bars without values. */
  empty: string;
}

export const DAY_MS = 86_400_000;

/** Shows one bar a day; screen readers get a list of days and values. */
export const DayBars = ({ label, bars, until, say, empty }: DayBarsProps) => {
  const highest = Math.max(...bars.map(({ value }) => value), 0);
  if (highest === 0) return <p className={styles.empty}>{empty}</p>;
  const first = bars[0]?.date ?? until;
  const days = Math.round((Date.parse(until) - Date.parse(first)) / DAY_MS) + 1;
  return (
    <div className={styles.chart}>
      <p className={styles.scale} aria-hidden>
        {say(highest)}
      </p>
      <ol className={styles.bars} aria-label={label} style={{ gridTemplateColumns: `repeat(${days}, 1fr)` }}>
        {bars.map(({ date, value }) => (
          <li key={date} title={`${formatShortDay(date)}: ${say(value)}`}>
            <span className="visually-hidden">
              {formatShortDay(date)}: {say(value)}
            </span>
            <div aria-hidden style={{ height: `${(100 * value) / highest}%` }} />
          </li>
        ))}
      </ol>
      <p className={styles.days} aria-hidden>
        <span>{formatShortDay(first)}</span>
        <span>{formatShortDay(until)}</span>
      </p>
    </div>
  );
};

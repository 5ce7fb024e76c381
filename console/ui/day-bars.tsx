import { formatShortDay } from "../words/format.ts";
import styles from "./day-bars.module.css";

interface DayBarsProps {
  /** The first text for screen readers. */
  label: string;
  bars: readonly { date: string; value: number }[];
  say(value: number): string;
  /** Shown in place of bars without values. */
  empty: string;
}

/** Shows one bar a day; screen readers get a list of days and values. */
export const DayBars = ({ label, bars, say, empty }: DayBarsProps) => {
  const highest = Math.max(...bars.map(({ value }) => value), 0);
  if (highest === 0) return <p className={styles.empty}>{empty}</p>;
  return (
    <ol className={styles.bars} aria-label={label}>
      {bars.map(({ date, value }) => (
        <li key={date} title={`${formatShortDay(date)}: ${say(value)}`}>
          <span className="visually-hidden">
            {formatShortDay(date)}: {say(value)}
          </span>
          <div aria-hidden style={{ height: `${(100 * value) / highest}%` }} />
        </li>
      ))}
    </ol>
  );
};

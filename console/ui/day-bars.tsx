import { shortDay } from "../words/format.ts";
import styles from "./day-bars.module.css";

interface DayBarsProps {
  /** What a person who does not see the bars is told first. */
  label: string;
  bars: readonly { date: string; value: number }[];
  say(value: number): string;
  /** What is said in place of bars without a value. */
  empty: string;
}

/** One bar a day; who does not see them reads the days and values as a list. */
export const DayBars = ({ label, bars, say, empty }: DayBarsProps) => {
  const highest = Math.max(...bars.map(({ value }) => value), 0);
  if (highest === 0) return <p className={styles.empty}>{empty}</p>;
  return (
    <ol className={styles.bars} aria-label={label}>
      {bars.map(({ date, value }) => (
        <li key={date} title={`${shortDay(date)}: ${say(value)}`}>
          <span className="visually-hidden">
            {shortDay(date)}: {say(value)}
          </span>
          <div aria-hidden style={{ height: `${(100 * value) / highest}%` }} />
        </li>
      ))}
    </ol>
  );
};

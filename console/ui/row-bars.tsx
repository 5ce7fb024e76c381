import type { Bar } from "./column-bars.tsx";
import styles from "./row-bars.module.css";

/** Shows values of things beside each other as bars, the name before and the value behind each. */
export const RowBars = ({ label, bars, say }: { label: string; bars: readonly Bar[]; say(value: number): string }) => {
  const highest = Math.max(...bars.map(({ value }) => value), 0);
  return (
    <ol className={styles.bars} aria-label={label}>
      {bars.map(({ key, name, value }) => (
        <li key={key}>
          <span className={styles.name}>{name}</span>
          <span className={styles.track} aria-hidden>
            <span style={{ width: `${highest === 0 ? 0 : (100 * value) / highest}%` }} />
          </span>
          <span className={styles.value}>{say(value)}</span>
        </li>
      ))}
    </ol>
  );
};

import type { ReactNode } from "react";
import styles from "./figures.module.css";

export interface Figure {
  name: string;
  value: ReactNode;
  below?: ReactNode;
}

/** Shows the most important numbers. */
export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className={styles.figures}>
    {figures.map(({ name, value, below }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className={styles.value}>{value}</dd>
        {below !== undefined && <dd className={styles.below}>{below}</dd>}
      </div>
    ))}
  </dl>
);

import type { ReactNode } from "react";
import { formatWhole } from "../words/format.ts";
import styles from "./shares.module.css";

export interface Share {
  label: string;
  value: number;
  /** A CSS variable, such as `--chart-answered`. */
  color: string;
  /** Its figure as a link, where a list shows what it counts. */
  link?: (figure: string) => ReactNode;
}

/** Shows the parts of a whole as a bar and as a list. */
export const Shares = ({ label, shares }: { label: string; shares: readonly Share[] }) => {
  return (
    <figure aria-label={label}>
      <div className={styles.bar} aria-hidden>
        {shares
          .filter(({ value }) => value > 0)
          .map(({ label: name, value, color }) => (
            <div key={name} className={styles.part} style={{ flexGrow: value, background: `var(${color})` }} />
          ))}
      </div>
      <ul className={styles.legend}>
        {shares.map(({ label: name, value, color, link = (figure) => figure }) => (
          <li key={name} className={styles.entry}>
            <span className={styles.swatch} style={{ background: `var(${color})` }} />
            {name} <strong>{link(formatWhole(value))}</strong>
          </li>
        ))}
      </ul>
    </figure>
  );
};

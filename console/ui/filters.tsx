import type { ReactNode } from "react";
import styles from "./filters.module.css";

export const Filters = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav aria-label={label} className={styles.filters}>
    {children}
  </nav>
);

export const filterClass = styles.filter;

/** Lays out the filters above a list. */
export const FilterFields = ({ children }: { children: ReactNode }) => <div className={styles.fields}>{children}</div>;

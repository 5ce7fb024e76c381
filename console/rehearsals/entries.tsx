import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { Plus, Trash2 } from "../ui/icons.ts";
import { formatWhole } from "../words/format.ts";
import styles from "./rehearsals.module.css";

interface EntriesProps<T> {
  legend: string;
  hint?: string;
  add: string;
  /** The name of an entry by its number, such as "Line 2". */
  nameOf(number: string): string;
  removal(number: string): string;
  entries: readonly T[];
  empty: T;
  onChange(entries: T[]): void;
  children(entry: T, change: (changed: Partial<T>) => void): ReactNode;
}

/** Entries that have fields of their own, in an order that matters. */
export const Entries = <T,>({ legend, hint, entries, empty, onChange, children, ...words }: EntriesProps<T>) => (
  <fieldset className={styles.entries}>
    <legend>{legend}</legend>
    {hint && <p className={styles.hint}>{hint}</p>}
    {entries.map((entry, at) => (
      <div key={at} role="group" aria-label={words.nameOf(formatWhole(at + 1))} className={styles.entry}>
        <div className={styles.entryHead}>
          <span aria-hidden>{words.nameOf(formatWhole(at + 1))}</span>
          <Button
            kind="quiet"
            label={words.removal(formatWhole(at + 1))}
            onClick={() => onChange(entries.toSpliced(at, 1))}
          >
            <Trash2 aria-hidden />
          </Button>
        </div>
        {children(entry, (changed) => onChange(entries.with(at, { ...entry, ...changed })))}
      </div>
    ))}
    <div>
      <Button onClick={() => onChange([...entries, empty])}>
        <Plus aria-hidden /> {words.add}
      </Button>
    </div>
  </fieldset>
);

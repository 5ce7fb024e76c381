import type { ReactNode } from "react";
import { words } from "../words/words.ts";
import { FieldRow, TextField } from "./fields.tsx";
import { filterClass } from "./filters.tsx";
import styles from "./hours-fields.module.css";
import type { WeekHours } from "./week-hours.ts";

/** The end of a day, which no browser's time field accepts. */
const MIDNIGHT = "24:00";

interface HoursFieldsProps {
  hours: WeekHours;
  onChange(hours: WeekHours): void;
  /** Fields beside those of the times. */
  children?: ReactNode;
}

/** The fields for the days of the week, and the hours of each. */
export const HoursFields = ({ hours, onChange, children }: HoursFieldsProps) => {
  const set = (change: Partial<WeekHours>) => onChange({ ...hours, ...change, keptSlots: null });
  const toggle = (day: number) =>
    set({
      days: hours.days.includes(day)
        ? hours.days.filter((one) => one !== day)
        : [...hours.days, day].toSorted((a, b) => a - b),
    });
  return (
    <>
      <fieldset className={styles.choices}>
        <legend>{words.campaigns.days}</legend>
        <div className={styles.days}>
          {words.campaigns.weekdays.map((name, day) => (
            <button
              key={name}
              type="button"
              className={filterClass}
              aria-pressed={hours.days.includes(day)}
              onClick={() => toggle(day)}
            >
              {name}
            </button>
          ))}
        </div>
      </fieldset>
      <FieldRow>
        <TextField
          label={words.campaigns.from}
          type="time"
          value={hours.from}
          onChange={(from) => set({ from })}
          isRequired
        />
        <TextField
          label={words.campaigns.until}
          type="time"
          hint={hours.until === MIDNIGHT ? words.campaigns.endOfDay : undefined}
          value={hours.until === MIDNIGHT ? "00:00" : hours.until}
          onChange={(until) => set({ until: until === "00:00" ? MIDNIGHT : until })}
          isRequired
        />
        {children}
      </FieldRow>
    </>
  );
};

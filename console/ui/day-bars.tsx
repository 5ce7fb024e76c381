import { formatShortDay } from "../words/format.ts";
import { ColumnBars } from "./column-bars.tsx";

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

/** Shows one bar a day. */
export const DayBars = ({ bars, until, ...props }: DayBarsProps) => {
  const first = bars[0]?.date ?? until;
  const days = Math.round((Date.parse(until) - Date.parse(first)) / DAY_MS) + 1;
  return (
    <ColumnBars
      {...props}
      bars={bars.map(({ date, value }) => ({ key: date, name: formatShortDay(date), value }))}
      room={days}
      lastName={formatShortDay(until)}
    />
  );
};

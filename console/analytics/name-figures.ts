import type { CallFigures } from "../api/routes.ts";
import { chooseOutcomeLook } from "../ui/outcomes.ts";
import { formatDuration, formatPercent, formatShortDay, formatTimes, formatWhole, NOTHING } from "../words/format.ts";
import { language } from "../words/language.ts";
import { words } from "../words/words.ts";

export type Row = CallFigures["rows"][number];
export type Figure = Row["figures"][number];
export type Measure = CallFigures["measures"][number];

const VARIABLE = "variable:";
const FILLED = "filled:";

export const nameMeasure = (name: string): string => {
  if (name.startsWith(VARIABLE)) return words.analytics.variableMeasure(name.slice(VARIABLE.length));
  if (name.startsWith(FILLED)) return words.analytics.filledMeasure(name.slice(FILLED.length));
  return words.analytics.measures[name] ?? name;
};

export const nameDimension = (name: string): string =>
  name.startsWith(VARIABLE)
    ? words.analytics.variable(name.slice(VARIABLE.length))
    : (words.analytics.dimensions[name] ?? name);

const month = new Intl.DateTimeFormat(language, { month: "long", year: "numeric", timeZone: "UTC" });
const weekday = new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" });
/** The first of January 2024 was a Monday. */
const MONDAY = 1;

/** Says what the calls of a row have in common. */
export const nameValue = (dimension: string, { value, name }: Pick<Row["by"][number], "value" | "name">): string => {
  if (value === null) return words.analytics.none;
  if (name !== null) return name;
  switch (dimension) {
    case "day":
      return formatShortDay(value);
    case "week":
      return words.analytics.weekOf(formatShortDay(value));
    case "month":
      return month.format(new Date(`${value}-01T00:00:00Z`));
    case "day_of_week":
      return weekday.format(new Date(Date.UTC(2024, 0, MONDAY - 1 + Number(value))));
    case "hour_of_day":
      return `${value.padStart(2, "0")}:00`;
    case "outcome":
    case "disposition":
      return chooseOutcomeLook(value).name;
    case "agent":
    case "agent_version":
    case "campaign":
    case "contact_list":
      return `#${value}`;
    default:
      return words.analytics.values[value] ?? value;
  }
};

/** Says an amount in its unit. */
export const sayAmount = (value: number | null, unit: Measure["unit"]): string => {
  if (value === null) return NOTHING;
  if (unit === "seconds") return formatDuration(Math.round(value));
  if (unit === "milliseconds") return words.analytics.milliseconds(formatWhole(Math.round(value)));
  return unit === "calls" ? formatWhole(value) : formatTimes(value);
};

/** What a chart shows of a figure: the calls of a count, the mean of an amount. */
export const valueOf = (figure: Figure | undefined, { kind }: Pick<Measure, "kind">): number =>
  (kind === "count" ? figure?.calls : figure?.mean) ?? 0;

export const sayShare = ({ share }: Figure): string => formatPercent(share);

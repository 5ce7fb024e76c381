import { language } from "./language.ts";
import { readLanguageTag } from "./language-tag.ts";

const count = new Intl.NumberFormat(language);
const share = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 });
const clockTime = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const exactTime = new Intl.DateTimeFormat(language, {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});
const dayAndTime = new Intl.DateTimeFormat(language, {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});
const dayOfYear = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", year: "numeric" });

const dayOfMonth = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", timeZone: "UTC" });

export const NOTHING = "–";
export const formatWhole = (value: number): string => count.format(value);
const times = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Formats an average number of occurrences: `1.25`. */
export const formatTimes = (value: number): string => times.format(value);
export const formatPercent = (value: number | null | undefined): string =>
  value === null || value === undefined ? NOTHING : share.format(value);
export const formatExact = (iso: string): string => exactTime.format(new Date(iso));
/** Keeps a day or a time on one line, however narrow its place is. */
const keepTogether = (text: string): string => text.replaceAll(" ", "\u00a0");

export const formatDay = (iso: string): string => keepTogether(dayOfYear.format(new Date(iso)));

/** Formats a plain date, such as `2026-11-22`, without a time zone. */
export const formatShortDay = (date: string): string => keepTogether(dayOfMonth.format(new Date(date)));

const wholeDay = new Intl.DateTimeFormat(language, {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** Formats a plain date with its day of the week; undefined: it is none, as while it is typed. */
export const formatWholeDay = (date: string): string | undefined => {
  const day = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(day.getTime()) ? undefined : wholeDay.format(day);
};

/** True in browsers whose fields show times as `06:00 PM`; the console shows `18:00`. */
export const isClockOfTwelve = new Intl.DateTimeFormat(readLanguageTag(navigator.language), {
  hour: "numeric",
}).resolvedOptions().hour12;

/** Formats a plain time, such as `18:00`; undefined: it is none. */
export const formatClock = (time: string): string | undefined =>
  /^\d\d:\d\d/.test(time) ? time.slice(0, 5) : undefined;

/** Formats a time, with the day unless it is today, in the viewer's zone. */
export const formatMoment = (iso: string | null | undefined): string => {
  if (!iso) return NOTHING;
  const date = new Date(iso);
  const format = date.toDateString() === new Date().toDateString() ? clockTime : dayAndTime;
  return keepTogether(format.format(date));
};

/** Formats a time to the second, with its day. */
export const formatInstant = (iso: string): string => `${formatDay(iso)}, ${formatExact(iso)}`;

/** Formats `2 h 05 min`, `2 h`, `3 min`, `20 s`. */
export const formatDuration = (seconds: number): string => {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.round(whole / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = `${formatWhole(Math.floor(minutes / 60))} h`;
  return minutes % 60 === 0 ? hours : `${hours} ${String(minutes % 60).padStart(2, "0")} min`;
};

/** Formats `1:05`. */
export const formatLength = (seconds: number | null | undefined): string => {
  if (seconds === null || seconds === undefined) return NOTHING;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};

export const formatMoney = (minor: number | null | undefined, currency: string | null | undefined): string => {
  if (minor === null || minor === undefined || !currency) return NOTHING;
  const format = new Intl.NumberFormat(language, { style: "currency", currency });
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
};

/** Shows a name that programs use in the words it is made of: `look_up_order` is "look up order". */
export const formatName = (name: string): string => name.replaceAll("_", " ");

/** Shows a text as it is, and any other value as JSON. */
export const formatValue = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

const UNITS = ["B", "kB", "MB", "GB"];
export const formatBytes = (value: number): string => {
  const power = value < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(value) / 3));
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value / 1000 ** power)} ${UNITS[power]}`;
};

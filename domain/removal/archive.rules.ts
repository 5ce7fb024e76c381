import { DAY_MS } from "../time/durations.rules.ts";

/** A link to a file of an archive works for this long. */
export const ARCHIVE_LINK_SECONDS = 300;

/** Runs of one part of an archive: what is in memory at once. */
export const RUNS_OF_A_PART = 2_000;

/** Returns the beginning of the first day, in UTC, that is kept; epoch milliseconds. */
export const computeKeptFromMs = (nowMs: number, keepDays: number): number =>
  Math.floor(nowMs / DAY_MS) * DAY_MS - keepDays * DAY_MS;

/** Returns the day of an instant in UTC, YYYY-MM-DD, with its beginning and its end. */
export const readDay = (atMs: number): { day: string; from: string; to: string } => {
  const fromMs = Math.floor(atMs / DAY_MS) * DAY_MS;
  const from = new Date(fromMs).toISOString();
  return { day: from.slice(0, "2026-11-29".length), from, to: new Date(fromMs + DAY_MS).toISOString() };
};

const NEEDS_QUOTES = /[",\r\n]/;

/** Values stand as they are: null is empty, and an empty text is quoted. */
const inCell = (value: string | null): string => {
  if (value === null) return "";
  return value === "" || NEEDS_QUOTES.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
};

/** Writes CSV with a line of names, as RFC 4180 has it. */
export const writeExactCsv = (
  names: readonly string[],
  rows: readonly Readonly<Record<string, string | null>>[],
): string =>
  [names.map(inCell), ...rows.map((row) => names.map((name) => inCell(row[name] ?? null)))]
    .map((cells) => `${cells.join(",")}\r\n`)
    .join("");

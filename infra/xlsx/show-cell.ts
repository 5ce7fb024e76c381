import { format, getFormatFromId, isDateFormat } from "numfmt";
import { DAY_SECONDS } from "../../domain/time/durations.rules.ts";

/** How the numbers of a workbook are shown. */
export interface NumberFormats {
  /** The format of each style that cells name. */
  formats: readonly string[];
  /** Days are counted from 1904, as on old Macs. */
  isFrom1904: boolean;
}

const DAYS_TO_1904 = 1462;
const GENERAL = "General";

/** The dates whose order depends on the reader's computer are shown in the one order that everybody reads alike. */
const FORMATS_BY_COUNTRY: Readonly<Record<number, string>> = { 14: "yyyy-mm-dd", 22: "yyyy-mm-dd h:mm" };

/** Returns the format of a built-in id; formats of the file itself go before it. */
export const builtInFormat = (id: number): string => FORMATS_BY_COUNTRY[id] ?? getFormatFromId(id) ?? GENERAL;

/**
 * Returns a number as its cell shows it, times rounded to the second. Where the cell shows all digits or as many as it has room
 * for (`4.91511E+12`), all are returned: in a telephone number each counts.
 */
export const showNumber = (stored: string, style: number, { formats, isFrom1904 }: NumberFormats): string => {
  const value = Number(stored);
  if (stored.trim() === "" || !Number.isFinite(value)) return stored.trim();
  const pattern = formats[style] ?? GENERAL;
  if (isPlain(pattern)) return showDigits(stored, value);
  try {
    return show(pattern, isDateFormat(pattern) ? readSerial(value, isFrom1904) : value);
  } catch {
    // A format that nobody can read is shown by no spreadsheet either.
    return showDigits(stored, value);
  }
};

const show = (pattern: string, value: number): string => format(pattern, value, { nbsp: false }).trim();

const isPlain = (pattern: string): boolean =>
  /^(general|@)?$/i.test(pattern) || /^[^"]*[0#?][.0#?]*E[+-][0#?]+/i.test(pattern);

/** A workbook stores 8.2 as 8.1999999999999993, and may store a telephone number as 1.2E10. */
const showDigits = (stored: string, value: number): string =>
  /[.e]/i.test(stored) ? withoutExponent(value) : stored.trim();

const withoutExponent = (value: number): string => {
  const text = String(value);
  if (!/e/i.test(text)) return text;
  return Number.isInteger(value) ? BigInt(value).toString() : text;
};

const readSerial = (value: number, isFrom1904: boolean): number => {
  const serial = isFrom1904 ? value + DAYS_TO_1904 : value;
  return Math.round(serial * DAY_SECONDS) / DAY_SECONDS;
};

/** Returns a date of ISO 8601, which few programs store, as wall time. */
export const showIsoDate = (stored: string): string =>
  stored
    .replace(/(\.\d+)?Z?$/, "")
    .replace(/T00:00:00$/, "")
    .replace("T", " ");

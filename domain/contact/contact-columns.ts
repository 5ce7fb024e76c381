import { cutText, toStorableText } from "../json/storable.ts";
import { withoutInvisibleMarks } from "../number/written-number.ts";
import { ContactFileError } from "./contact-file-rows.ts";

const NUMBER_NAMES = ["phone_number", "phone", "mobile", "number"];
/** Titles of further columns of numbers, as address books and customer databases export them: `Mobile Phone Number`, `Phone 2`. */
const NUMBER_TITLE =
  /^((primary|main|mobile|cell|home|work|business|office|company|other|alternate|alternative|second|secondary|direct|contact|customer|daytime|evening)_)?(phone|mobile|cell|cellphone|telephone|tel|handy|msisdn|telefon|rufnummer|mobil)(_?(number|no|nr|nummer))?(_\d)?(_value)?$/;
const NAME_NAMES = ["name"];
const TIMEZONE_NAMES = ["timezone"];

/** Columns of a file that a request may name. */
export const MOST_MAPPED_COLUMNS = 200;

/** The column of the file for each field. */
export interface ContactColumns {
  phoneNumber: number;
  /** Further columns of numbers, in the file's order: a row with an empty number takes the next one. */
  otherNumbers: { column: number; name: string }[];
  name: number | null;
  timezone: number | null;
  /** Named by a mapping alone: files have columns of this title that mean something else. */
  priority: number | null;
  attributes: { column: number; name: string }[];
}

/**
 * Finds the columns by the header's words, ignoring case. `mapping` (ours → the file's: `phone_number`, `name`,
 * `timezone`, `priority`; any other key renames an attribute) goes before the known names. Throws ContactFileError.
 */
export const findColumns = (
  header: readonly string[],
  mapping: Readonly<Record<string, string>> = {},
): ContactColumns => {
  const words = header.map(normalized);
  const mapped = new Map(Object.entries(mapping).map(([ours, theirs]) => [columnOf(words, theirs), ours]));
  const find = (ours: string, names: readonly string[]): number | null => {
    const theirs = mapping[ours];
    if (theirs !== undefined) return columnOf(words, theirs);
    const column = names.map((name) => words.indexOf(name)).find((at) => at >= 0 && !mapped.has(at));
    return column ?? null;
  };
  const numberColumns = words.flatMap((word, column) =>
    NUMBER_TITLE.test(word) && !mapped.has(column) ? [column] : [],
  );
  const phoneNumber = find("phone_number", NUMBER_NAMES) ?? numberColumns[0] ?? null;
  if (phoneNumber === null) throw new ContactFileError(noNumberColumn(header));
  const name = find("name", NAME_NAMES);
  const timezone = find("timezone", TIMEZONE_NAMES);
  const priority = find("priority", []);
  const taken = new Set([phoneNumber, name, timezone, priority]);
  const rest = header.map((title, column) => ({ column, name: mapped.get(column) ?? title.trim() }));
  const otherNumbers = numberColumns
    .filter((column) => !taken.has(column))
    .map((column) => ({ column, name: header[column]?.trim() ?? "" }));
  return {
    phoneNumber,
    otherNumbers,
    name,
    timezone,
    priority,
    attributes: withUniqueNames(rest.filter(({ column }) => !taken.has(column))),
  };
};

/** Returns the columns whose titles say that they hold numbers. */
export const findNumberColumns = (header: readonly string[]): number[] => {
  const words = header.map(normalized);
  const titled = words.flatMap((word, column) => (NUMBER_TITLE.test(word) || word === "phone_number" ? [column] : []));
  if (titled.length > 0) return titled;
  const number = words.indexOf("number");
  return number < 0 ? [] : [number];
};

const normalized = (title: string): string =>
  withoutInvisibleMarks(title)
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");

const columnOf = (words: string[], title: string): number => {
  const column = words.indexOf(normalized(title));
  if (column < 0) throw new ContactFileError(`The file has no column "${title}", which the mapping names.`);
  return column;
};

const noNumberColumn = (header: readonly string[]): string => {
  const titles = header.slice(0, 20).map((title) => cutText(toStorableText(title.trim()), 40));
  return `The file has no column with numbers (${NUMBER_NAMES.join(", ")}); its first row says: ${titles.join(", ")}. Rename one, or send a mapping.`;
};

/** A title that is empty or repeated gets the number of its column. */
const withUniqueNames = (columns: { column: number; name: string }[]): ContactColumns["attributes"] => {
  const used = new Set<string>();
  return columns.map(({ column, name }) => {
    const base = name === "" ? "column" : name;
    const unique = name === "" || used.has(base) ? `${base}_${column + 1}` : base;
    used.add(unique);
    return { column, name: unique };
  });
};

import { cutText, toStorableText } from "../json/storable.ts";
import { ContactFileError } from "./contact-file-error.ts";

const NUMBER_NAMES = ["phone_number", "phone", "mobile", "number"];
const NAME_NAMES = ["name"];
const TIMEZONE_NAMES = ["timezone"];

/** The column of the file for each field. */
export interface ContactColumns {
  phoneNumber: number;
  name: number | null;
  timezone: number | null;
  attributes: { column: number; name: string }[];
}

/**
 * Finds the columns by the header's words, ignoring case. `mapping` (ours → the file's: `phone_number`, `name`,
 * `timezone`; any other key renames an attribute) goes before the known names. Throws ContactFileError.
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
  const phoneNumber = find("phone_number", NUMBER_NAMES);
  if (phoneNumber === null) throw new ContactFileError(noNumberColumn(header));
  const name = find("name", NAME_NAMES);
  const timezone = find("timezone", TIMEZONE_NAMES);
  const taken = new Set([phoneNumber, name, timezone]);
  const rest = header.map((title, column) => ({ column, name: mapped.get(column) ?? title.trim() }));
  return { phoneNumber, name, timezone, attributes: withUniqueNames(rest.filter(({ column }) => !taken.has(column))) };
};

/** Returns the column whose title says that it holds numbers; null: none. */
export const findNumberColumn = (header: readonly string[]): number | null => {
  const words = header.map(normalized);
  return NUMBER_NAMES.map((name) => words.indexOf(name)).find((at) => at >= 0) ?? null;
};

const normalized = (title: string): string =>
  title
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

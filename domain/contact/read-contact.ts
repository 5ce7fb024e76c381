import { KILOBYTE } from "../file/bytes.ts";
import { LONGEST_JSON_BYTES } from "../json/limited-json.ts";
import { toStorableText } from "../json/storable.ts";
import { parsePhoneNumber } from "../number/phone-number.ts";
import { withoutInvisibleMarks } from "../number/written-number.ts";
import { describeWrongZone, isTimeZone } from "../time/time-zone.ts";
import type { ContactColumns } from "./contact-columns.ts";
import { LONGEST_CONTACT_NAME } from "./contact-list.ts";
import { readPriority } from "./priority.ts";

export interface FileContact {
  phoneNumber: string;
  name: string | null;
  timezone: string | null;
  /** Null: the file says none. */
  priority: number | null;
  attributes: Record<string, string>;
}

export type ContactReading =
  /** `otherColumn`: the title of the column whose number was taken, because the first column of numbers is empty. */
  | { ok: true; contact: FileContact; otherColumn?: string }
  /** `value`: the wrong value; `reason`: a sentence. */
  | { ok: false; value: string; reason: string };

/** Reads one row; national numbers are read in `country` (ISO 3166), without one they are refused. */
export const readContact = (
  values: readonly string[],
  columns: ContactColumns,
  country: string | null,
): ContactReading => {
  const cell = (column: number | null) => (column === null ? "" : storable(values[column] ?? ""));
  const first = cell(columns.phoneNumber);
  const other = isBlank(first) ? columns.otherNumbers.find(({ column }) => !isBlank(cell(column))) : undefined;
  const written = other ? cell(other.column) : first;
  const number = parsePhoneNumber(written, country);
  if (!number.ok) return { ok: false, value: written, reason: number.reason };
  const name = cell(columns.name);
  if (name.length > LONGEST_CONTACT_NAME)
    return { ok: false, value: name, reason: `The name is longer than ${LONGEST_CONTACT_NAME} characters.` };
  const timezone = withoutInvisibleMarks(cell(columns.timezone)).trim();
  if (timezone !== "" && !isTimeZone(timezone))
    return { ok: false, value: timezone, reason: `${describeWrongZone(timezone)}.` };
  const said = readPriority(cell(columns.priority));
  if (!said.ok) return { ok: false, value: cell(columns.priority), reason: said.reason };
  const filled = columns.attributes
    .map(({ column, name }): [string, string] => [storable(name), cell(column)])
    .filter(([, value]) => value !== "");
  const attributes: Record<string, string> = Object.fromEntries(filled);
  const length = filled.reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  if (length > LONGEST_JSON_BYTES) {
    return {
      ok: false,
      value: written,
      reason: `The row's other columns hold more than ${LONGEST_JSON_BYTES / KILOBYTE} KB.`,
    };
  }
  return {
    ok: true,
    contact: {
      phoneNumber: number.e164,
      name: name || null,
      timezone: timezone || null,
      priority: said.priority,
      attributes,
    },
    ...(other && { otherColumn: other.name }),
  };
};

const isBlank = (text: string): boolean => withoutInvisibleMarks(text).trim() === "";

const storable = (text: string): string => toStorableText(text.trim());

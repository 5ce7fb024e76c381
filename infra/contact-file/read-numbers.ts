import type { Readable } from "node:stream";
import { type ParsedNumber, parsePhoneNumber } from "../../domain/number/phone-number.ts";
import { findNumberColumn } from "../../domain/contact/contact-columns.ts";
import { ContactFileError } from "../../domain/contact/contact-file-error.ts";
import { readFileRows } from "./read-file-rows.ts";
import type { SheetLimits } from "./read-sheet-rows.ts";

export interface FileNumber {
  line: number;
  written: string;
  number: ParsedNumber;
}

type NumberOfRow = (values: readonly string[]) => string;

/**
 * Reads the numbers of a file, one a row: from the column that the header names; without a header, from the first
 * column whose first cell is a number, or from two columns with area code and number, as registries of North America
 * write them. Throws ContactFileError.
 */
export async function* readNumbers(
  file: Readable,
  country: string | null,
  limits: SheetLimits = {},
): AsyncGenerator<FileNumber> {
  let numberOf: NumberOfRow | null = null;
  for await (const { line, values } of readFileRows(file, limits)) {
    if (numberOf === null) {
      const named = findNumberColumn(values);
      numberOf = named === null ? withoutHeader(values, country) : inColumn(named);
      if (named !== null) continue;
    }
    const written = numberOf(values);
    yield { line, written, number: parsePhoneNumber(written, country) };
  }
  if (numberOf === null) throw new ContactFileError("The file is empty.");
}

const inColumn =
  (column: number): NumberOfRow =>
  (values) =>
    values[column]?.trim() ?? "";

const areaCodeAndNumber: NumberOfRow = ([areaCode = "", number = ""]) => `${areaCode.trim()}${number.trim()}`;

const withoutHeader = (values: readonly string[], country: string | null): NumberOfRow => {
  const column = values.findIndex((value) => parsePhoneNumber(value, country).ok);
  if (column >= 0) return inColumn(column);
  const isSplit = /^\d{3}$/.test(values[0]?.trim() ?? "") && parsePhoneNumber(areaCodeAndNumber(values), country).ok;
  if (isSplit) return areaCodeAndNumber;
  throw new ContactFileError("The file has no column of numbers: name it phone_number in the first row.");
};

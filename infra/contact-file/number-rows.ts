import { z } from "zod";
import { findNumberColumn } from "../../domain/contact/contact-columns.ts";
import { ContactFileError } from "../../domain/contact/contact-file-error.ts";
import type { FileRow } from "../../domain/contact/file-row.ts";
import { type ParsedNumber, parsePhoneNumber } from "../../domain/number/phone-number.ts";
import type { RowReading } from "./row-reading.ts";

export interface FileNumber {
  line: number;
  written: string;
  number: ParsedNumber;
}

interface NumberInput {
  /** National numbers are read in this country (ISO 3166); null: they are refused. */
  country: string | null;
}

type NumberOfRow = (values: readonly string[]) => string;

async function* readNumbers(rows: AsyncIterable<FileRow>, { country }: NumberInput): AsyncGenerator<FileNumber> {
  let numberOf: NumberOfRow | null = null;
  for await (const { line, values } of rows) {
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

/**
 * Reads one number a row: from the column that the header names; without a header, from the first column whose first
 * cell is a number, or from two columns with area code and number, as registries of North America write them.
 */
export const numberRows: RowReading<NumberInput, FileNumber> = {
  name: "numbers",
  input: z.object({ country: z.string().nullable() }),
  item: z.object({
    line: z.number().int(),
    written: z.string(),
    number: z.discriminatedUnion("ok", [
      z.object({ ok: z.literal(true), e164: z.string(), country: z.string().nullable() }),
      z.object({ ok: z.literal(false), reason: z.string() }),
    ]),
  }),
  read: readNumbers,
};

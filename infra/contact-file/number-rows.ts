import { z } from "zod";
import { findNumberColumns } from "../../domain/contact/contact-columns.ts";
import type { FileRow } from "../../domain/contact/contact-file-rows.ts";
import { ContactFileError } from "../../domain/contact/contact-file-rows.ts";
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

type NumbersOfRow = (values: readonly string[]) => string[];

async function* readNumbers(rows: AsyncIterable<FileRow>, { country }: NumberInput): AsyncGenerator<FileNumber> {
  let numbersOf: NumbersOfRow | null = null;
  for await (const { line, values } of rows) {
    if (numbersOf === null) {
      const named = findNumberColumns(values);
      numbersOf = named.length === 0 ? withoutHeader(values, country) : inColumns(named);
      if (named.length > 0) continue;
    }
    for (const written of numbersOf(values)) yield { line, written, number: parsePhoneNumber(written, country) };
  }
  if (numbersOf === null) throw new ContactFileError("The file is empty.");
}

/** A person who asks not to be called means each of their numbers; a row without any has one fault. */
const inColumns =
  (columns: readonly number[]): NumbersOfRow =>
  (values) => {
    const written = columns.map((column) => values[column]?.trim() ?? "").filter((text) => text !== "");
    return written.length === 0 ? [""] : written;
  };

const areaCodeAndNumber: NumbersOfRow = ([areaCode = "", number = ""]) => [`${areaCode.trim()}${number.trim()}`];

const withoutHeader = (values: readonly string[], country: string | null): NumbersOfRow => {
  const column = values.findIndex((value) => parsePhoneNumber(value, country).ok);
  if (column >= 0) return inColumns([column]);
  const isSplit = /^\d{3}$/.test(values[0]?.trim() ?? "");
  if (isSplit && areaCodeAndNumber(values).every((written) => parsePhoneNumber(written, country).ok))
    return areaCodeAndNumber;
  throw new ContactFileError("The file has no column of numbers: name it phone_number in the first row.");
};

/**
 * Reads the numbers of each row: from the columns that the header names; without a header, from the first column whose first
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

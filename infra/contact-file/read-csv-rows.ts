import { pipeline, Readable } from "node:stream";
import { CsvError, type Info, parse } from "csv-parse";
import { LONGEST_ROW_CHARACTERS } from "../../domain/contact/contact-file-limits.ts";
import type { FileRow } from "../../domain/contact/contact-file-rows.ts";
import { ContactFileError } from "../../domain/contact/contact-file-rows.ts";
import { KILOBYTE } from "../../domain/file/bytes.ts";
import { readTextFormula } from "../../domain/number/written-number.ts";
import { type Decoding, decodeText } from "../text-encoding/decode-text.ts";
import type { TextSource } from "../text-encoding/text-source.ts";

const DELIMITERS = [",", ";", "\t", "|"];
/** Excel's own way to name the delimiter, in a line before the header. */
const SEPARATOR_LINE = /^"?sep=([,;\t|])"?[ \t]*(?:\r|\n|$)/i;

/** Streams the rows of a delimited text. Memory does not grow with it. Throws ContactFileError. */
export async function* readCsvRows(source: TextSource, decoding: Decoding): AsyncGenerator<FileRow> {
  const text = decodeText(source, decoding);
  const opening = await text.next();
  const first = opening.done ? "" : opening.value;
  const named = SEPARATOR_LINE.exec(first)?.[1];
  const parser = parse({
    delimiter: named ?? detectDelimiter(first),
    from_line: named === undefined ? 1 : 2,
    info: true,
    max_record_size: LONGEST_ROW_CHARACTERS,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
  });
  // The pipeline destroys the parser with its error, which the loop below then throws.
  pipeline(Readable.from(piecesOf(first, text)), parser, () => {});
  try {
    const records: AsyncIterable<{ record: string[]; info: Info }> = parser;
    let surplusLines = 0;
    for await (const { record, info } of records) {
      const breaks = countBreaks(record);
      yield { line: info.lines - breaks.characters - surplusLines, values: record.map(readTextFormula) };
      surplusLines += breaks.pairs;
    }
  } catch (error) {
    throw error instanceof CsvError ? new ContactFileError(sentenceFor(error), { cause: error }) : error;
  }
}

async function* piecesOf(first: string, rest: AsyncIterable<string>): AsyncGenerator<Buffer> {
  yield Buffer.from(first);
  for await (const piece of rest) yield Buffer.from(piece);
}

/** Returns the delimiter that is most frequent in the first line, outside quotes. */
export const detectDelimiter = (text: string): string => {
  const header = firstLine(text).replaceAll(/"(?:[^"]|"")*"?/g, "");
  const counted = DELIMITERS.map((delimiter) => ({ delimiter, count: header.split(delimiter).length - 1 }));
  return counted.reduce((best, next) => (next.count > best.count ? next : best)).delimiter;
};

const firstLine = (text: string): string => text.trimStart().split(/\r\n|\n|\r/, 1)[0] ?? "";

/** The parser reports where a row ends and counts CR LF inside quotes twice; people need the line where it begins. */
const countBreaks = (values: string[]) => {
  const breaks = { characters: 0, pairs: 0 };
  for (const value of values) {
    if (!value.includes("\n") && !value.includes("\r")) continue;
    breaks.characters += value.match(/[\r\n]/g)?.length ?? 0;
    breaks.pairs += value.match(/\r\n/g)?.length ?? 0;
  }
  return breaks;
};

/** A parser with these options refuses nothing else, and says where. */
const sentenceFor = ({ lines }: CsvError): string =>
  `A quotation mark near line ${String(lines)} is never closed, or one row is larger than ${LONGEST_ROW_CHARACTERS / KILOBYTE} KB; correct the file and import it again.`;

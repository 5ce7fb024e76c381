import { createReadStream } from "node:fs";
import { Readable, pipeline } from "node:stream";
import { CsvError, type Info, parse } from "csv-parse";
import { ContactFileError } from "../../domain/contact/contact-file-error.ts";
import type { FileRow } from "../../domain/contact/file-row.ts";
import { MAX_ROW_CHARACTERS } from "./row-limit.ts";
import { sampleFile, startingWith } from "./sample-file.ts";
import { SAMPLE_BYTES, toUtf8 } from "./text-encoding.ts";

const DELIMITERS = [",", ";", "\t", "|"];

/** Streams the rows of the delimited text at the path `file`. Throws ContactFileError. */
export async function* readTextRows(file: string): AsyncGenerator<FileRow> {
  const { sample, rest } = await sampleFile(createReadStream(file), SAMPLE_BYTES);
  yield* readCsvRows(sample, rest);
}

/** Streams the rows of a delimited text; `sample` is its beginning. Memory does not grow with the file. */
export async function* readCsvRows(sample: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<FileRow> {
  const text = toUtf8(sample, rest);
  const opening = await text.next();
  const first = opening.done ? Buffer.alloc(0) : opening.value;
  const parser = parse({
    bom: true,
    delimiter: detectDelimiter(first),
    info: true,
    max_record_size: MAX_ROW_CHARACTERS,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
  });
  // The pipeline destroys the parser with its error, which the loop below then throws.
  pipeline(Readable.from(startingWith(first, text)), parser, () => {});
  try {
    const records: AsyncIterable<{ record: string[]; info: Info }> = parser;
    let surplusLines = 0;
    for await (const { record, info } of records) {
      const breaks = countBreaks(record);
      yield { line: info.lines - breaks.characters - surplusLines, values: record };
      surplusLines += breaks.pairs;
    }
  } catch (error) {
    throw error instanceof CsvError ? new ContactFileError(sentenceFor(error), { cause: error }) : error;
  }
}

/** Returns the delimiter that is most frequent in the first line, outside quotes. */
export const detectDelimiter = (text: Buffer): string => {
  const header = firstLine(text.toString("utf8")).replaceAll(/"(?:[^"]|"")*"?/g, "");
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

const sentenceFor = (error: CsvError): string => {
  const line = "lines" in error && typeof error.lines === "number" ? ` near line ${error.lines}` : "";
  return ["CSV_QUOTE_NOT_CLOSED", "CSV_MAX_RECORD_SIZE"].includes(error.code)
    ? `A quotation mark${line} is never closed, or one row is larger than ${MAX_ROW_CHARACTERS / 1024} KB; correct the file and import it again.`
    : `The file is no readable CSV${line}: ${error.message}.`;
};

import { ContactFileError } from "../../../domain/contact/contact-file-rows.ts";
import type { Block } from "../../../domain/document/blocks.ts";
import { DocumentTextError } from "../../../domain/document/document-text-error.ts";
import { readCsvRows } from "../../contact-file/read-csv-rows.ts";
import { type Decoding, FIND_ENCODING } from "../../text-encoding/decode-text.ts";
import { fileSource } from "../../text-encoding/text-source.ts";

/** Reads the blocks of a delimited text as a stream; its first row names the columns. */
export async function* readCsvBlocks(file: string, decoding: Decoding = FIND_ENCODING): AsyncGenerator<Block> {
  let hasColumns = false;
  try {
    for await (const { line, values } of readCsvRows(fileSource(file), decoding)) {
      const cells = values.map((value) => value.trim());
      yield { kind: hasColumns ? "row" : "columns", cells, page: null, row: line };
      hasColumns = true;
    }
  } catch (error) {
    throw error instanceof ContactFileError ? new DocumentTextError(error.message, { cause: error }) : error;
  }
}

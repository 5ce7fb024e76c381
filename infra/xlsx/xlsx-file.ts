import { Zip, ZipDeflate } from "fflate";
import {
  type Cell,
  SHEET_END,
  SHEET_START,
  writeContentTypes,
  writePackageRelations,
  writeRow,
  writeWorkbook,
  writeWorkbookRelations,
} from "./xlsx-parts.ts";

/** The largest sheet that spreadsheet programs open. */
const MAX_ROWS_OF_A_SHEET = 1_048_576;
const COMPRESSION_LEVEL = 6;
const ROWS_AT_ONCE = 200;

/**
 * Writes an .xlsx workbook while the rows arrive: memory does not grow with their number. The first row is the header;
 * it is repeated on each further sheet, which begins when one is full.
 */
export async function* writeXlsxFile(
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
  options: { sheetName: string; maxRowsOfASheet?: number },
): AsyncGenerator<Uint8Array> {
  const archive = createArchive();
  const sheets = createSheets(archive, options.maxRowsOfASheet ?? MAX_ROWS_OF_A_SHEET);
  let waiting = 0;
  for await (const row of rows) {
    sheets.add(row);
    waiting += 1;
    if (waiting < ROWS_AT_ONCE) continue;
    waiting = 0;
    sheets.flush();
    yield* archive.take();
  }
  const count = sheets.end();
  const names = Array.from({ length: count }, (_, at) => `${options.sheetName}${at === 0 ? "" : ` ${at + 1}`}`);
  archive.file("xl/workbook.xml").end(writeWorkbook(names));
  archive.file("xl/_rels/workbook.xml.rels").end(writeWorkbookRelations(count));
  archive.file("_rels/.rels").end(writePackageRelations());
  archive.file("[Content_Types].xml").end(writeContentTypes(count));
  archive.end();
  yield* archive.take();
}

const createSheets = (archive: Archive, maxRows: number) => {
  let sheet = archive.file("xl/worksheets/sheet1.xml");
  let header: readonly Cell[] | null = null;
  let sheets = 1;
  let rows = 0;
  let text = SHEET_START;
  const write = (row: readonly Cell[]) => {
    rows += 1;
    text += writeRow(row, rows);
  };
  const flush = () => {
    sheet.push(text);
    text = "";
  };
  const startNext = () => {
    sheet.end(text + SHEET_END);
    sheets += 1;
    sheet = archive.file(`xl/worksheets/sheet${sheets}.xml`);
    rows = 0;
    text = SHEET_START;
    if (header) write(header);
  };
  return {
    add: (row: readonly Cell[]) => {
      header ??= row;
      if (rows >= maxRows) startNext();
      write(row);
    },
    flush,
    end: () => {
      sheet.end(text + SHEET_END);
      return sheets;
    },
  };
};

type Archive = ReturnType<typeof createArchive>;

/** Creates a zip archive whose bytes are read as they are made. */
const createArchive = () => {
  let ready: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, bytes) => {
    if (error) failure = error;
    else ready.push(bytes);
  });
  const encoder = new TextEncoder();
  return {
    file: (path: string) => {
      const entry = new ZipDeflate(path, { level: COMPRESSION_LEVEL });
      zip.add(entry);
      return {
        push: (text: string) => entry.push(encoder.encode(text)),
        end: (text: string) => entry.push(encoder.encode(text), true),
      };
    },
    end: () => zip.end(),
    take: (): Uint8Array[] => {
      if (failure) throw failure;
      const taken = ready;
      ready = [];
      return taken;
    },
  };
};

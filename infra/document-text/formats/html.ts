import { Parser } from "htmlparser2";
import { type Block, NO_LOCATION } from "../../../domain/document/blocks.ts";
import type { FoundInFile } from "../../../domain/document/document-findings.ts";
import { DocumentTextError } from "../../../domain/document/document-text-error.ts";
import { MAX_ELEMENT_DEPTH, TOO_DEEP } from "../../../domain/document/file-reading-limits.ts";
import { createTableGrid, joinColumns, type MergedCell } from "../../../domain/document/table-grid.ts";
import { decodeText } from "../../text-encoding/decode-text.ts";
import { fileSource } from "../../text-encoding/text-source.ts";
import { type FileReading, PLAIN_READING } from "../reading.ts";
import { isUnread } from "./unread-elements.ts";

const BREAKS = new Set([
  "address", "article", "aside", "blockquote", "body", "br", "dd", "div", "dl", "dt", "fieldset", "figcaption", "figure",
  "footer", "form", "header", "hr", "html", "li", "main", "nav", "ol", "p", "pre", "section", "table", "title", "tr", "ul",
]); // biome-ignore format: a list of words
const HEADING = /^h([1-6])$/;

/** Reads the blocks of an HTML file as a stream. */
export async function* readHtmlBlocks(
  file: string,
  { onFound, ...decoding }: FileReading = PLAIN_READING,
): AsyncGenerator<Block> {
  const reader = createHtmlReader();
  for await (const text of decodeText(fileSource(file), decoding)) {
    reader.write(text);
    yield* reader.take();
  }
  yield* reader.end();
  onFound(reader.found());
}

/** Reads the blocks of an HTML text. */
export const parseHtmlBlocks = (html: string): Block[] => {
  const reader = createHtmlReader();
  reader.write(html);
  return reader.end();
};

interface Table {
  grid: ReturnType<typeof createTableGrid>;
  cells: MergedCell[];
  /** The cell that is open; null: none. */
  open: Omit<MergedCell, "text"> | null;
  isHeading: boolean;
  rows: number;
  /** The names of the columns so far, until the first row under them. */
  head: string[] | null;
}

interface Reading {
  ready: Block[];
  text: string;
  tables: Table[];
  /** The elements that are open: whether each is read. */
  elements: { isUnread: boolean }[];
  unread: number;
  /** The kinds of the enclosing elements; the innermost decides. */
  kinds: Block["kind"][];
  level: number;
  title: string | null;
  language: string | null;
}

const createHtmlReader = () => {
  const reading: Reading = {
    ...{ ready: [], text: "", tables: [], elements: [], unread: 0, kinds: [], level: 1 },
    ...{ title: null, language: null },
  };
  const parser = new Parser({
    onopentag: (name, attributes) => {
      enter(reading, isUnread(name, attributes));
      open(reading, name, attributes);
    },
    onclosetag: (name) => {
      close(reading, name);
      leave(reading);
    },
    ontext: (text) => {
      if (reading.unread === 0) reading.text += text;
    },
  });
  const take = () => reading.ready.splice(0);
  return {
    write: (text: string) => parser.write(text),
    take,
    found: (): FoundInFile => ({ pages: null, title: reading.title, language: reading.language }),
    end: (): Block[] => {
      parser.end();
      flush(reading);
      return take();
    },
  };
};

const enter = (reading: Reading, unread: boolean): void => {
  // The parser compares a closing tag with every open element, so depth costs time with each of them.
  if (reading.elements.length >= MAX_ELEMENT_DEPTH) throw new DocumentTextError(TOO_DEEP);
  reading.elements.push({ isUnread: unread });
  if (unread) reading.unread += 1;
};

const leave = (reading: Reading): void => {
  if (reading.elements.pop()?.isUnread) reading.unread -= 1;
};

const open = (reading: Reading, name: string, attributes: Readonly<Record<string, string>>): void => {
  if (name === "html") reading.language ??= attributes["lang"]?.trim() || null;
  if (BREAKS.has(name) || HEADING.test(name)) flush(reading);
  const level = name === "title" ? 1 : Number(HEADING.exec(name)?.[1] ?? 0);
  if (level > 0) {
    reading.kinds.push("heading");
    reading.level = level;
  }
  if (name === "li") reading.kinds.push("item");
  if (name === "pre") reading.kinds.push("code");
  if (name === "table")
    reading.tables.push({ grid: createTableGrid(), cells: [], open: null, isHeading: false, rows: 0, head: null });
  const table = reading.tables.at(-1);
  if (name === "tr" && table) Object.assign(table, { cells: [], isHeading: true });
  if ((name !== "td" && name !== "th") || !table) return;
  if (name === "td") table.isHeading = false;
  table.open = { columns: spanOf(attributes["colspan"]), rows: spanOf(attributes["rowspan"]) };
  reading.text = "";
};

/** A span of 0 reaches to the end of the table. */
const spanOf = (span = "1"): number => {
  const number = Number.parseInt(span, 10);
  return number === 0 ? Infinity : Math.max(1, number || 1);
};

const close = (reading: Reading, name: string): void => {
  if (name === "title" && reading.unread === 0) reading.title ??= plain(reading.text) || null;
  const table = reading.tables.at(-1);
  if ((name === "td" || name === "th") && table?.open) {
    if (reading.unread === 0) table.cells.push({ ...table.open, text: plain(reading.text) });
    table.open = null;
    reading.text = "";
  }
  if (name === "tr" && table) endRow(reading, table);
  if (BREAKS.has(name) || HEADING.test(name)) flush(reading);
  if (name === "table") reading.tables.pop();
  if (["li", "pre", "title"].includes(name) || HEADING.test(name)) reading.kinds.pop();
};

const endRow = ({ ready }: Reading, table: Table): void => {
  const cells = table.grid.placeRow(table.cells);
  table.cells = [];
  if (cells.every((cell) => cell === "")) return;
  table.rows += 1;
  // Tables in documents seldom mark their header, so the first row counts as one.
  const isHead = table.isHeading || (table.rows === 1 && cells.length > 1);
  const columns = isHead && table.head ? joinColumns(table.head, cells) : cells;
  table.head = isHead ? columns : null;
  ready.push({ kind: isHead ? "columns" : "row", cells: columns, page: null, row: isHead ? null : table.rows });
};

const flush = (reading: Reading): void => {
  // Paragraphs inside a cell belong to the cell.
  if (reading.tables.length > 0) return void (reading.text += " ");
  const kind = reading.kinds.at(-1) ?? "paragraph";
  const text = kind === "code" ? reading.text.replace(/^\n+/, "").trimEnd() : plain(reading.text);
  reading.text = "";
  if (text === "" || kind === "row" || kind === "columns") return;
  if (kind === "heading") reading.ready.push({ kind, level: reading.level, text, ...NO_LOCATION });
  else reading.ready.push({ kind, text, ...NO_LOCATION });
};

const plain = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

import { createReadStream } from "node:fs";
import { Parser } from "htmlparser2";
import { toUtf8 } from "../../contact-file/text-encoding.ts";
import { type Block, NO_PLACE } from "../../../domain/document/blocks.ts";

const UNREAD = new Set(["script", "style", "noscript", "template", "svg", "iframe", "object", "select"]);
const BREAKS = new Set([
  "address", "article", "aside", "blockquote", "body", "br", "dd", "div", "dl", "dt", "fieldset", "figcaption", "figure",
  "footer", "form", "header", "hr", "html", "li", "main", "nav", "ol", "p", "pre", "section", "table", "title", "tr", "ul",
]); // biome-ignore format: a list of words
const HEADING = /^h([1-6])$/;

/** Reads the blocks of an HTML file as a stream. */
export async function* readHtmlBlocks(file: string): AsyncGenerator<Block> {
  const reader = createHtmlReader();
  for await (const chunk of toUtf8(Buffer.alloc(0), createReadStream(file))) {
    reader.write(chunk.toString("utf8"));
    yield* reader.take();
  }
  yield* reader.end();
}

/** Reads the blocks of an HTML text. */
export const parseHtmlBlocks = (html: string): Block[] => {
  const reader = createHtmlReader();
  reader.write(html);
  return reader.end();
};

interface Table {
  cells: string[];
  isHeading: boolean;
  rows: number;
}

interface Reading {
  ready: Block[];
  text: string;
  tables: Table[];
  unread: number;
  /** The kinds of the enclosing elements; the innermost decides. */
  kinds: Block["kind"][];
  level: number;
}

const createHtmlReader = () => {
  const reading: Reading = { ready: [], text: "", tables: [], unread: 0, kinds: [], level: 1 };
  const parser = new Parser({
    onopentag: (name) => open(reading, name),
    onclosetag: (name) => close(reading, name),
    ontext: (text) => {
      if (reading.unread === 0) reading.text += text;
    },
  });
  const take = () => reading.ready.splice(0);
  return {
    write: (text: string) => parser.write(text),
    take,
    end: (): Block[] => {
      parser.end();
      flush(reading);
      return take();
    },
  };
};

const open = (reading: Reading, name: string): void => {
  if (UNREAD.has(name)) reading.unread += 1;
  if (BREAKS.has(name) || HEADING.test(name)) flush(reading);
  const level = name === "title" ? 1 : Number(HEADING.exec(name)?.[1] ?? 0);
  if (level > 0) {
    reading.kinds.push("heading");
    reading.level = level;
  }
  if (name === "li") reading.kinds.push("item");
  if (name === "pre") reading.kinds.push("code");
  if (name === "table") reading.tables.push({ cells: [], isHeading: false, rows: 0 });
  const table = reading.tables.at(-1);
  if (name === "tr" && table) Object.assign(table, { cells: [], isHeading: true });
  if (name === "td" && table) table.isHeading = false;
  if ((name === "td" || name === "th") && table) reading.text = "";
};

const close = (reading: Reading, name: string): void => {
  if (UNREAD.has(name)) reading.unread = Math.max(0, reading.unread - 1);
  const table = reading.tables.at(-1);
  if ((name === "td" || name === "th") && table) {
    table.cells.push(plain(reading.text));
    reading.text = "";
  }
  if (name === "tr" && table) endRow(reading, table);
  if (BREAKS.has(name) || HEADING.test(name)) flush(reading);
  if (name === "table") reading.tables.pop();
  if (["li", "pre", "title"].includes(name) || HEADING.test(name)) reading.kinds.pop();
};

const endRow = ({ ready }: Reading, table: Table): void => {
  if (table.cells.every((cell) => cell === "")) return;
  table.rows += 1;
  // Tables in documents seldom mark their header, so the first row counts as one.
  const isHead = table.isHeading || (table.rows === 1 && table.cells.length > 1);
  const row = isHead ? null : table.rows;
  ready.push({ kind: isHead ? "columns" : "row", cells: table.cells, page: null, row });
  table.cells = [];
};

const flush = (reading: Reading): void => {
  // Paragraphs inside a cell belong to the cell.
  if (reading.tables.length > 0) return void (reading.text += " ");
  const kind = reading.kinds.at(-1) ?? "paragraph";
  const text = kind === "code" ? reading.text.replaceAll(/^\n+|\s+$/g, "") : plain(reading.text);
  reading.text = "";
  if (text === "" || kind === "row" || kind === "columns") return;
  if (kind === "heading") reading.ready.push({ kind, level: reading.level, text, ...NO_PLACE });
  else reading.ready.push({ kind, text, ...NO_PLACE });
};

const plain = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Block, type DocumentPart, formatBlock } from "../../../domain/document/blocks.ts";
import { readStateAfter } from "../../../domain/document/cut-parts.ts";
import type { DocumentType } from "../../../domain/document/document-type.ts";
import type { FileWarning } from "../../../domain/file/file-warning.ts";
import { type Extraction, extractDocument } from "../../../infra/document-text/extract-document.ts";
import { docxOf, encryptedPdf, pdfOf, pptxOf, xlsxOf, zipBomb } from "../../factories/document-files.ts";
import { encodeText } from "../text-encoding/encode-text.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ringdown-documents-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const extract = async (type: DocumentType, content: Buffer | string, more: Partial<Extraction> = {}) => {
  const file = join(folder, `${(files += 1)}.${type}`);
  writeFileSync(file, content);
  const parts: DocumentPart[] = [];
  let pages: number | null = null;
  let warnings: readonly FileWarning[] = [];
  for await (const message of extractDocument({ file, type, skipParts: 0, fromPage: 1, headings: [], ...more })) {
    if ("part" in message) parts.push(message.part);
    else if ("found" in message) pages = message.found.pages;
    else warnings = message.warnings;
  }
  return { parts, pages, warnings, blocks: parts.flatMap(({ blocks }) => blocks) };
};
const blocksOf = async (type: DocumentType, content: Buffer | string) => (await extract(type, content)).blocks;
const shortly = (block: Block) => [
  block.kind,
  "text" in block ? block.text : block.cells.join("|"),
  block.page ?? block.row,
];

describe("the text of a document", () => {
  it("plain text: paragraphs between empty lines, in whatever encoding", async () => {
    const text = "First line\nof one.\r\n\r\n\n Grüße  zum Schluss ";
    const expected = [
      ["paragraph", "First line\nof one.", null],
      ["paragraph", "Grüße zum Schluss", null],
    ];
    expect((await blocksOf("txt", text)).map(shortly)).toEqual(expected);
    expect((await blocksOf("txt", Buffer.from(`\uFEFF${text}`, "utf16le"))).map(shortly)).toEqual(expected);
    expect((await blocksOf("txt", Buffer.from(text, "latin1"))).map(shortly)).toEqual(expected);
  });

  it("Markdown: headings, lists, tables, code", async () => {
    const text =
      "---\nfront: matter\n---\n# Fees\n\nAll **fees** & [taxes](x).\n\n- one\n- two\n\n| Plan | Price |\n|---|---|\n| Basic | 10 |\n\n```\ncode here\n```\n";
    expect((await blocksOf("md", text)).map(shortly)).toEqual([
      ["heading", "Fees", null],
      ["paragraph", "All fees & taxes.", null],
      ["item", "one", null],
      ["item", "two", null],
      ["columns", "Plan|Price", null],
      ["row", "Basic|10", 1],
      ["code", "code here", null],
    ]);
  });

  it("HTML: what a reader sees of it", async () => {
    const html =
      "<html><head><title>Shop</title><script>alert('no')</script></head><body><h2>Hours</h2><p>Open <b>daily</b><br>from 9.</p><ul><li>Mon</li></ul><table><tr><th>Day</th><th>From</th></tr><tr><td>Sun</td><td>10 &amp; later</td></tr></table></body></html>";
    expect((await blocksOf("html", html)).map(shortly)).toEqual([
      ["heading", "Shop", null],
      ["heading", "Hours", null],
      ["paragraph", "Open daily", null],
      ["paragraph", "from 9.", null],
      ["item", "Mon", null],
      ["columns", "Day|From", null],
      ["row", "Sun|10 & later", 2],
    ]);
  });

  it("HTML: letters of the encoding that it declares", async () => {
    const page = (charset: string, letters: string) =>
      Buffer.from(`<html><head><meta charset="${charset}"></head><body><p>${letters}</p></body></html>`, "latin1");
    const { blocks, warnings } = await extract("html", page("windows-1252", "Die Geb\xfchr betr\xe4gt 5 \x80."));
    expect([blocks.map(shortly), warnings]).toEqual([[["paragraph", "Die Gebühr beträgt 5 €.", null]], []]);
    expect(await blocksOf("html", page("koi8-r", "\xe9\xd7\xc1\xce"))).toMatchObject([{ text: "Иван" }]);
  });

  it.each(["utf-8", "shift_jis", "gb18030"] as const)(
    "HTML of %s: characters on the borders of what is read at once",
    async (encoding) => {
      const lines = Array.from(
        { length: 2000 },
        (_, at) => `${"x".repeat(at % 7)}第${at}条 本契約の料金は月額${at}千円`,
      );
      const html = `<meta charset="${encoding}">${lines.map((line) => `<p>${line}</p>`).join("\n")}`;
      const { blocks, warnings } = await extract("html", encoding === "utf-8" ? html : encodeText(html, encoding));
      expect(blocks.map((block) => "text" in block && block.text)).toEqual(lines);
      expect(warnings).toEqual([]);
    },
  );

  it("texts of every kind: by the encoding that the request names, else by the one found, which is told", async () => {
    const prices = { name: "Цена", word: "Старый прейскурант действует по понедельник" };
    for (const [type, text] of [
      ["txt", `${prices.name}\n\n${prices.word}\n`],
      ["md", `${prices.name}\n\n${prices.word}\n`],
      ["csv", `${prices.name};x\n${prices.word};1\n`],
      ["json", JSON.stringify(prices)],
      ["html", `<p>${prices.name}</p><p>${prices.word}</p>`],
    ] as const) {
      const bytes = encodeText(text, "windows-1251");
      const found = await extract(type, bytes);
      expect([type, found.warnings]).toEqual([type, [{ code: "encoding_found", count: 1, detail: "windows-1251" }]]);
      expect(JSON.stringify(found.blocks)).toContain(prices.word);
      const named = await extract(type, encodeText(text, "koi8-r"), { encoding: "koi8-r" });
      expect([type, named.blocks, named.warnings]).toEqual([type, found.blocks, []]);
    }
  });

  it("CSV and workbooks: rows under their columns", async () => {
    const csv = await blocksOf("csv", "name;price\nBolt;1,50\n\nNut;2\n");
    expect(csv.map(shortly)).toEqual([
      ["columns", "name|price", 1],
      ["row", "Bolt|1,50", 2],
      ["row", "Nut|2", 4],
    ]);
    const rows = [
      ["name", "price"],
      ["Bolt", 1.5],
      ["Nut", 2],
    ];
    expect((await blocksOf("xlsx", await xlsxOf(rows, "Prices"))).map(shortly)).toEqual([
      ["heading", "Prices", null],
      ["columns", "name|price", 1],
      ["row", "Bolt|1.5", 2],
      ["row", "Nut|2", 3],
    ]);
    expect(formatBlock({ kind: "row", cells: ["Bolt", "1.5"], page: null, row: 2 }, ["name", "price"])).toBe(
      "name: Bolt; price: 1.5",
    );
  });

  it("JSON: values under their paths", async () => {
    const json = JSON.stringify({
      shop: "Corner",
      hours: [
        { day: "Mon", from: 9 },
        { day: "Tue", from: 10 },
      ],
    });
    expect((await blocksOf("json", json)).map(shortly)).toEqual([
      ["paragraph", "shop: Corner", null],
      ["heading", "hours", null],
      ["paragraph", "day: Mon\nfrom: 9", 1],
      ["paragraph", "day: Tue\nfrom: 10", 2],
    ]);
  });

  it("Word: headings by style, and tables", async () => {
    const file = docxOf({
      heading: "Terms",
      paragraphs: ["Pay in 30 days."],
      table: [
        ["Fee", "EUR"],
        ["Late", "5"],
      ],
    });
    expect((await blocksOf("docx", file)).map(shortly)).toEqual([
      ["heading", "Terms", null],
      ["paragraph", "Pay in 30 days.", null],
      ["columns", "Fee|EUR", null],
      ["row", "Late|5", 2],
    ]);
  });

  it("presentations: slide by slide", async () => {
    const file = pptxOf([
      { title: "Welcome", paragraphs: ["Hello"] },
      { title: "Plan", paragraphs: ["A", "B"] },
    ]);
    expect((await blocksOf("pptx", file)).map(shortly)).toEqual([
      ["heading", "Welcome", 1],
      ["paragraph", "Hello", 1],
      ["heading", "Plan", 2],
      ["paragraph", "A", 2],
      ["paragraph", "B", 2],
    ]);
  });

  it("PDF: page by page, larger letters are headings", async () => {
    const file = pdfOf([
      [{ text: "Warranty", size: 20 }, { text: "It lasts two" }, { text: "years." }],
      [{ text: "It ends early" }],
    ]);
    const { blocks, pages } = await extract("pdf", file);
    expect(pages).toBe(2);
    expect(blocks.map(shortly)).toEqual([
      ["heading", "Warranty", 1],
      ["paragraph", "It lasts two years.", 1],
      ["paragraph", "It ends early", 2],
    ]);
  });
});

describe("parts", () => {
  const line = "The quick brown fox jumps over the lazy dog, again and again and again.";
  it("parts of a long PDF are whole pages, and the rest is read without those before", async () => {
    const page = (number: number) => [
      { text: `Chapter ${number}`, size: 20 },
      ...Array.from({ length: 40 }, () => ({ text: line })),
    ];
    const file = pdfOf(Array.from({ length: 12 }, (_, at) => page(at + 1)));
    const whole = await extract("pdf", file);
    expect(whole.parts.length).toBeGreaterThan(2);
    const [first] = whole.parts;
    if (!first) throw new Error("no part");
    const fromPage = (first.blocks.at(-1)?.page ?? 0) + 1;
    const rest = await extract("pdf", file, { fromPage, skipParts: 1, headings: readStateAfter(first).headings });
    expect(rest.parts).toEqual(whole.parts.slice(1));
  });

  it("parts of a long table begin with its columns, and are passed over when they are there", async () => {
    const csv = `name,remark\n${Array.from({ length: 2000 }, (_, at) => `item ${at},${line}`).join("\n")}\n`;
    const whole = await extract("csv", csv);
    expect(whole.parts.length).toBeGreaterThan(3);
    expect(whole.parts[2]?.columns).toEqual(["name", "remark"]);
    const rest = await extract("csv", csv, { skipParts: 2 });
    expect(rest.parts).toEqual(whole.parts.slice(2));
  });
});

it("a reader that is busy for a while gets the whole text", async () => {
  const file = join(folder, "long.md");
  const paragraph = "Words that fill what lies between the two processes. ".repeat(100);
  writeFileSync(file, `${paragraph}\n\n`.repeat(600));
  let characters = 0;
  for await (const message of extractDocument({ file, type: "md", skipParts: 0, fromPage: 1, headings: [] })) {
    if (!("part" in message)) continue;
    // Nothing is read meanwhile, so the writer has to wait.
    if (characters === 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    characters += message.part.blocks.reduce((sum, block) => sum + formatBlock(block, null).length, 0);
  }
  expect(characters).toBe(600 * paragraph.trim().length);
});

it("one process after another file, of whatever type, and after one that could not be read", async () => {
  const ofOne = { organizationId: 1 };
  const first = await extract("md", "# One", ofOne);
  const second = await extract("csv", "a,b\n1,2\n", ofOne);
  await expect(extract("json", "{", ofOne)).rejects.toThrow("no JSON");
  const third = await extract("txt", "Three", ofOne);
  expect([first, second, third].map(({ blocks }) => blocks.map(({ kind }) => kind))).toEqual([
    ["heading"],
    ["columns", "row"],
    ["paragraph"],
  ]);
});

describe("bad files end with a sentence", () => {
  const fails = (type: DocumentType, content: Buffer | string, more?: Partial<Extraction>) =>
    expect(extract(type, content, more)).rejects;

  it("a PDF with a password", () => fails("pdf", encryptedPdf()).toThrow("protected by a password"));
  it("a truncated PDF", () => fails("pdf", Buffer.from("%PDF-1.7\n1 0 obj <<")).toThrow("damaged"));
  it("a PDF of 10,000 pages", () =>
    fails("pdf", pdfOf(Array.from({ length: 10_000 }, () => []))).toThrow("5,000 pages at most"));
  it("a zip bomb", () => fails("docx", zipBomb()).toThrow("too large when unpacked"));
  it("a truncated Office file", () => {
    const whole = docxOf({ heading: "A", paragraphs: ["b"], table: [] });
    return fails("docx", whole.subarray(0, whole.length / 2)).toThrow("damaged");
  });
  it("an Office file of another type", () =>
    fails("xlsx", docxOf({ heading: "A", paragraphs: ["b"], table: [] })).toThrow("no Excel workbook"));
  it("JSON that is none", () => fails("json", "{").toThrow("no JSON"));

  const limits = { maxBytes: 1024 * 1_048_576, maxProcessorMs: 600_000 };
  /** Takes more than a second of a processor. */
  const LARGE = `[${'{"a":"b"},'.repeat(1_500_000)}1]`;

  it("one that needs too much memory ends its own process", () =>
    fails("json", LARGE, { limits: { ...limits, maxBytes: 160 * 1_048_576 } }).toThrow("holds too much"));
  it("one that takes too much time of a processor is stopped", () =>
    fails("json", LARGE, { limits: { ...limits, maxProcessorMs: 100 } }).toThrow("takes too long"));
  it("one whose process says nothing is stopped", () =>
    fails("txt", "a", { limits: { ...limits, answerWithinMs: 1 } }).toThrow("takes too long"));
});

it("a process that has read many files has the whole time of a processor for the next", async () => {
  const csv = `name,remark\n${"item,a remark that is long enough to be read for a while\n".repeat(12_000)}`;
  const ofOne = { organizationId: 2, limits: { maxBytes: 1024 * 1_048_576, maxProcessorMs: 1000 } };
  for (let file = 0; file < 12; file += 1) expect((await extract("csv", csv, ofOne)).blocks).toHaveLength(12_001);
});

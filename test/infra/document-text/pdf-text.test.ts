import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Block, formatBlock } from "../../../domain/document/blocks.ts";
import type { FoundInFile } from "../../../domain/document/document-findings.ts";
import type { DocumentType } from "../../../domain/document/document-type.ts";
import { extractDocument } from "../../../infra/document-text/extract-document.ts";
import { docxOf, type PdfLine, pdfOf, pptxOf } from "../../factories/document-files.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ringdown-pdf-text-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const readFileOf = async (type: DocumentType, file: string) => {
  const blocks: Block[] = [];
  let found: FoundInFile | null = null;
  for await (const message of extractDocument({ file, type, skipParts: 0, fromPage: 1, headings: [] })) {
    if ("part" in message) blocks.push(...message.part.blocks);
    else if ("found" in message) found = message.found;
  }
  return { blocks, found };
};
let files = 0;
const read = (type: DocumentType, content: Buffer | string) => {
  const file = join(folder, `${(files += 1)}`);
  writeFileSync(file, content);
  return readFileOf(type, file);
};
/** The lines as an agent gets them. */
const linesOf = async (lines: readonly PdfLine[]) => {
  const { blocks } = await read("pdf", pdfOf([lines]));
  let columns: readonly string[] | null = null;
  return blocks.map((block) => {
    if (block.kind === "columns") columns = block.cells;
    return block.kind === "columns" ? [...block.cells] : formatBlock(block, columns);
  });
};

it("a PDF whose font names a predefined map of Chinese characters is read", async () => {
  const { blocks } = await readFileOf("pdf", fileURLToPath(new URL("files/chinese-cid.pdf", import.meta.url)));
  expect(blocks).toMatchObject([{ text: "高级套餐每月三十元。 退款需要七个工作日。", page: 1 }]);
});

describe("a table of a PDF", () => {
  const rows = [{ text: ["Gold", "first year", "90"] }, { text: ["Silver", "", "120"] }];

  it("names its columns where its head has a type of its own, or numbers stand under a word", async () => {
    const expected = [["Plan", "Term", "Price"], "Plan: Gold; Term: first year; Price: 90", "Plan: Silver; Price: 120"];
    const head = ["Plan", "Term", "Price"];
    expect(await linesOf([{ text: head, isBold: true }, ...rows, { text: "An end." }])).toEqual([
      ...expected,
      "An end.",
    ]);
    expect(await linesOf([{ text: "A beginning." }, { text: head }, ...rows])).toEqual(["A beginning.", ...expected]);
  });

  it("names none where no line can be told to be the head", async () => {
    const values = [{ text: ["Phone", "123"] }, { text: ["Fax", "456"] }, { text: ["Post box", "789"] }];
    expect(await linesOf(values)).toEqual([[], "Phone; 123", "Fax; 456", "Post box; 789"]);
  });

  it("names none where its cells do not stand under each other", async () => {
    const wide = "A text that reaches from here under the next column";
    const lines = [{ text: ["Plan", "Term", "Price"], isBold: true }, { text: ["Gold", "1 year", "90"] }];
    const crossing = { text: [wide, "", "", "7"] };
    expect((await linesOf([...lines, crossing]))[0]).toEqual([]);
  });

  it("is no text in two columns, and no table of contents", async () => {
    const prose = "Every customer may return what they bought".slice(0, 35);
    const texts = await linesOf(Array.from({ length: 4 }, () => ({ text: [prose, prose], size: 6 })));
    expect(texts).toHaveLength(1);
    expect(await linesOf([1, 2, 3].map((page) => ({ text: ["Chapter", `........ ${page}`] })))).toHaveLength(1);
  });
});

describe("what a file says of itself is found", () => {
  it.each<[DocumentType, () => Buffer | string, FoundInFile]>([
    [
      "pdf",
      () => pdfOf([[{ text: "a" }], [{ text: "b" }]], { catalog: "/Lang (en-GB)", info: "/Title (House rules)" }),
      { pages: 2, title: "House rules", language: "en-GB" },
    ],
    [
      "html",
      () => `<html lang="de"><title> Unser  Haus </title><svg><title>x</title></svg><p>a</p></html>`,
      { pages: null, title: "Unser Haus", language: "de" },
    ],
    ["md", () => "## Sub\n\n# House\n\ntext\n", { pages: null, title: "House", language: null }],
    [
      "docx",
      () =>
        docxOf({ heading: "a", paragraphs: [], table: [], properties: { title: "House &amp; rules", language: "fr" } }),
      { pages: null, title: "House & rules", language: "fr" },
    ],
    ["pptx", () => pptxOf([{ title: "a", paragraphs: [] }]), { pages: 1, title: null, language: null }],
  ])("%s", async (type, content, expected) => expect((await read(type, content())).found).toEqual(expected));
});

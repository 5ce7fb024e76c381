import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { strToU8, zipSync } from "fflate";
import { DocumentTextError } from "../../../domain/document/document-text-error.ts";
import type { DocumentType } from "../../../domain/document/document-type.ts";
import { TOO_DEEP } from "../../../domain/document/file-reading-limits.ts";
import { MEGABYTE } from "../../../domain/file/bytes.ts";
import { extractDocument } from "../../../infra/document-text/extract-document.ts";
import { MAX_UNPACKED_BYTES } from "../../../infra/reading-process/reading-limits.ts";
import { pdfOf } from "../../factories/document-files.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ringdown-worst-files-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Far under the limit of such files, so that a slow reader is noticed; a busy machine does not shorten processor time. */
const LIMITS = { maxBytes: 1024 * MEGABYTE, maxProcessorMs: 15_000 };
let files = 0;
const read = async (type: DocumentType, content: Buffer | string): Promise<number> => {
  const file = join(folder, `${(files += 1)}`);
  writeFileSync(file, content);
  let parts = 0;
  const request = { file, type, skipParts: 0, fromPage: 1, headings: [], limits: LIMITS };
  for await (const message of extractDocument(request)) parts += "part" in message ? 1 : 0;
  return parts;
};

const nested = (open: string, close: string, depth: number) => `${open.repeat(depth)}x${close.repeat(depth)}`;
const office = (path: string, xml: string) => Buffer.from(zipSync({ [path]: strToU8(xml) }));
const workbook = (rows: string, strings: number) => {
  const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const parts = {
    "xl/workbook.xml": `<workbook xmlns:r="${RELATIONS}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    "xl/sharedStrings.xml": `<sst>${"<si><t>word</t></si>".repeat(strings)}</sst>`,
  };
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])), { level: 1 }),
  );
};
let packed: Buffer | undefined;
/** Packed once, because packing takes far longer than refusing. */
const bomb = (): Buffer =>
  (packed ??= Buffer.from(zipSync({ "word/document.xml": new Uint8Array(MAX_UNPACKED_BYTES + 1) }, { level: 1 })));
const DEPTHS = [5_000, 400_000];

describe.each(DEPTHS)("a file whose parts lie in each other %i times is refused at once", (depth) => {
  const refused: [DocumentType, string, () => Buffer | string][] = [
    ["html", "elements", () => nested("<div>", "</div>", depth)],
    ["html", "elements without ends", () => "<b>".repeat(depth)],
    ["md", "quotations", () => `${">".repeat(depth)} x`],
    ["md", "lists", () => Array.from({ length: 500 }, (_, at) => `${"  ".repeat(at)}- x\n`).join("")],
    ["json", "lists", () => nested("[", "]", depth).replace("x", "1")],
    ["json", "objects", () => nested('{"a":', "}", depth).replace("x", "1")],
    [
      "docx",
      "parts",
      () => office("word/document.xml", `<w:document>${nested("<w:sdt>", "</w:sdt>", depth)}</w:document>`),
    ],
    ["xlsx", "parts", () => office("xl/workbook.xml", `<workbook>${nested("<a>", "</a>", depth)}</workbook>`)],
    [
      "pptx",
      "parts",
      () => office("ppt/presentation.xml", `<p:presentation>${nested("<a>", "</a>", depth)}</p:presentation>`),
    ],
  ];
  it.each(refused)("%s: %s", (type, _, content) => expect(read(type, content())).rejects.toThrow(TOO_DEEP));
});

describe("a file of four megabytes that was made to take long is read within seconds of a processor", () => {
  const taken: [DocumentType, string, () => Buffer | string][] = [
    ["html", "blanks before the end of preformatted text", () => `<pre>a${" ".repeat(4_000_000)}x</pre>`],
    ["html", "ends without beginnings", () => `${"<b>".repeat(900)}x${"</i>".repeat(1_000_000)}`],
    ["md", "marks that nothing closes", () => "a_".repeat(2_000_000)],
    ["md", "brackets that nothing closes", () => "[a](".repeat(1_000_000)],
    ["txt", "nothing but ends of lines, and a letter", () => `${"\n".repeat(4_000_000)}x`],
    ["pdf", "letters one by one", () => pdfOf([Array.from({ length: 50_000 }, () => ({ text: "x" }))])],
    ["pdf", "rows of cells", () => pdfOf([Array.from({ length: 20_000 }, () => ({ text: ["a", "b", "1"] }))])],
    [
      "docx",
      "runs one by one",
      () =>
        office(
          "word/document.xml",
          `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p>${"<w:r><w:t>x</w:t></w:r>".repeat(170_000)}</w:p></w:body></w:document>`,
        ),
    ],
    [
      "pptx",
      "runs one by one",
      () =>
        Buffer.from(
          zipSync({
            "ppt/presentation.xml": strToU8(`<p:presentation><p:sldId r:id="a"/></p:presentation>`),
            "ppt/_rels/presentation.xml.rels": strToU8(`<R><Relationship Id="a" Target="slides/1.xml"/></R>`),
            "ppt/slides/1.xml": strToU8(`<p:sld><a:p>${"<a:r><a:t>x</a:t></a:r>".repeat(170_000)}</a:p></p:sld>`),
          }),
        ),
    ],
  ];
  it.each(taken)("%s: %s", async (type, _, content) => expect(await read(type, content())).toBeGreaterThan(0));

  /** Read, or refused with a sentence: what must not happen is an end by time or memory. */
  const ends: [DocumentType, string, () => Buffer | string][] = [
    ["csv", "columns", () => `${"a,".repeat(200_000)}\n${"1,".repeat(200_000)}`],
    ["csv", "rows of one letter", () => "a\n".repeat(500_000)],
    ["json", "elements", () => `[${"1,".repeat(1_000_000)}1]`],
    ["json", "names of one object", () => `{${Array.from({ length: 200_000 }, (_, at) => `"k${at}":1`).join(",")}}`],
    ["html", "columns of one row", () => `<table><tr>${"<td>x</td>".repeat(200_000)}</tr></table>`],
    [
      "html",
      "cells that claim many columns",
      () => `<table>${'<tr><td colspan="1000" rowspan="1000">x</td></tr>'.repeat(2_000)}</table>`,
    ],
    ["md", "columns of a table", () => `|${"a|".repeat(100_000)}\n|${"-|".repeat(100_000)}\n|${"1|".repeat(100_000)}`],
    ["md", "emphasis that begins and never ends", () => "**a _b ".repeat(300_000)],
    ["md", "links in links", () => `${"[".repeat(500_000)}x${"](y)".repeat(500_000)}`],
    ["xlsx", "shared strings", () => workbook("<row r='1'><c r='A1' t='s'><v>0</v></c></row>", 200_000)],
    ["xlsx", "columns", () => workbook(`<row r='1'>${"<c><v>1</v></c>".repeat(200_000)}</row>`, 1)],
    ["xlsx", "rows", () => workbook("<row><c><v>1</v></c></row>".repeat(100_000), 1)],
    ["xlsx", "a cell far away", () => workbook("<row r='1048576'><c r='XFD1048576'><v>1</v></c></row>", 1)],
  ];
  it.each(ends)("%s: %s", async (type, _, content) => {
    const outcome = await read(type, content()).catch((error: unknown) => error);
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(DocumentTextError);
    else expect(outcome).toBeGreaterThan(0);
    expect(String(outcome)).not.toMatch(/took too long|memory/i);
  });

  it.each(["docx", "xlsx", "pptx"] as const)(
    "%s: a file that grows a thousandfold is refused before it is unpacked",
    (type) => expect(read(type, bomb())).rejects.toThrow("too large when unpacked"),
  );

  it("csv: a quotation mark that nothing closes", () =>
    expect(read("csv", `a,b\n"${"x".repeat(4_000_000)}`)).rejects.toThrow("never closed"));
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { strToU8, zipSync } from "fflate";
import type { DocumentType } from "../../../domain/document/document-type.ts";
import { TOO_DEEP } from "../../../domain/document/reading-bounds.ts";
import { extractDocument } from "../../../infra/document-text/extract-document.ts";
import { MEGABYTE } from "../../../domain/file/bytes.ts";
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

  it("csv: a quotation mark that nothing closes", () =>
    expect(read("csv", `a,b\n"${"x".repeat(4_000_000)}`)).rejects.toThrow("never closed"));
});

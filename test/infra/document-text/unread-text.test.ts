import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { strToU8, zipSync } from "fflate";
import type { DocumentType } from "../../../domain/document/document-type.ts";
import { extractDocument } from "../../../infra/document-text/extract-document.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ringdown-unread-text-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const textsOf = async (type: DocumentType, content: Buffer | string): Promise<string[]> => {
  const file = join(folder, `${(files += 1)}`);
  writeFileSync(file, content);
  const texts: string[] = [];
  for await (const message of extractDocument({ file, type, skipParts: 0, fromPage: 1, headings: [] })) {
    if (!("part" in message)) continue;
    for (const block of message.part.blocks) texts.push("text" in block ? block.text : block.cells.join("|"));
  }
  return texts;
};
const packageOf = (parts: Record<string, string>): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)]))));

describe("what is deleted, hidden or struck out is not read", () => {
  it("in HTML", async () => {
    const html = `<p>Basic: <del>$40</del> <ins>$50</ins>, <s>$60</s> <strike>$70</strike> $80</p><p hidden>a</p>
      <div style="color: red; DISPLAY : none"><p>b</p></div><p aria-hidden="true">c<br>d</p><p aria-hidden="false">e</p>
      <span style="text-decoration: line-through red">f</span><table><tr><th>Plan<th>Price</tr><tr hidden><td>Old<td>1</tr>
      <tr><td>New<td><s>2</s> 3</tr></table>`;
    expect(await textsOf("html", html)).toEqual(["Basic: $50, $80", "e", "Plan|Price", "New|3"]);
  });

  it("in HTML, what is as small as nothing, wholly transparent, or waits to be opened", async () => {
    const html = `<p style="font-size:0">a</p><p style="color:red;opacity: 0.0">b</p><dialog><p>c</p></dialog><dialog open>d</dialog>
      <p style="opacity:0.5">e</p><p style="font-size:0.9em">f</p><p style="font-size: 10px">g</p>`;
    expect(await textsOf("html", html)).toEqual(["d", "e", "f", "g"]);
  });

  it("in Markdown", async () => {
    const markdown = "Basic ~~$40~~ $50, <del>$60 a **year**</del> $70.\n\n~~all of it~~\n";
    expect(await textsOf("md", markdown)).toEqual(["Basic  $50,  $70."]);
  });

  it("in Word, where changes are tracked too", async () => {
    const run = (text: string, style = "") =>
      `<w:r><w:rPr>${style}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
    const body = [
      run("kept "),
      `<w:del>${run("deleted ").replaceAll("w:t", "w:delText")}</w:del><w:moveFrom>${run("moved away ")}</w:moveFrom>`,
      ...[run("hidden ", "<w:vanish/>"), run("struck ", "<w:strike/>"), run("twice ", "<w:dstrike w:val='1'/>")],
      ...[run("shown ", '<w:vanish w:val="0"/>'), `<w:ins>${run("inserted")}</w:ins>`],
    ].join("");
    const file = wordOf("word/document.xml", `<w:p>${body}</w:p>`);
    expect(await textsOf("docx", file)).toEqual(["kept shown inserted"]);
  });

  const HIDDEN = "<w:vanish/>";
  const style = (type: string, id: string, properties: string, { basedOn = "", usual = "0" } = {}) =>
    `<w:style w:type="${type}" w:styleId="${id}" w:default="${usual}">${basedOn && `<w:basedOn w:val="${basedOn}"/>`}<w:rPr>${properties}</w:rPr></w:style>`;
  const STYLES = [
    ...[style("paragraph", "P", HIDDEN), style("paragraph", "PChild", "", { basedOn: "P" })],
    ...[
      style("paragraph", "PBack", '<w:vanish w:val="0"/>', { basedOn: "P" }),
      style("paragraph", "Loop", "", { basedOn: "Loop" }),
    ],
    ...[style("character", "C", HIDDEN), style("character", "CChild", "<w:b/>", { basedOn: "C" })],
    ...[style("character", "S", "<w:strike/>"), style("character", "D", '<w:dstrike w:val="true"/>')],
    ...[style("paragraph", "PD", "<w:dstrike/>"), style("character", "DOff", '<w:dstrike w:val="off"/>')],
    `<w:style w:type="table" w:styleId="T"><w:rPr>${HIDDEN}</w:rPr><w:tblStylePr><w:rPr><w:strike/></w:rPr></w:tblStylePr></w:style>`,
    `<w:style w:type="table" w:styleId="TPart"><w:tblStylePr><w:rPr>${HIDDEN}</w:rPr></w:tblStylePr></w:style>`,
  ].join("");
  const runOf = (own: string) => `<w:r><w:rPr>${own}</w:rPr><w:t>x</w:t></w:r>`;
  const paragraphOf = (paragraph: string, own: string) =>
    `<w:p><w:pPr>${paragraph && `<w:pStyle w:val="${paragraph}"/>`}</w:pPr>${runOf(own)}</w:p>`;
  const as = (id: string) => `<w:rStyle w:val="${id}"/>`;
  const inTable = (id: string, content: string) =>
    `<w:tbl><w:tblPr><w:tblStyle w:val="${id}"/></w:tblPr><w:tr><w:tc>${content}</w:tc></w:tr></w:tbl>`;
  const FORMER = `<w:rPrChange w:id="1"><w:rPr>${HIDDEN}</w:rPr></w:rPrChange>`;

  it.each<[string, string, boolean]>([
    ["no style", paragraphOf("", ""), true],
    ["a paragraph's style", paragraphOf("P", ""), false],
    ["a style that is based on it", paragraphOf("PChild", ""), false],
    ["a style that takes it back", paragraphOf("PBack", ""), true],
    ["a style that is based on itself", paragraphOf("Loop", ""), true],
    ["a style that is not there", paragraphOf("Nobody", ""), true],
    ["a run's style", paragraphOf("", as("C")), false],
    ["a run's style that is based on it", paragraphOf("", as("CChild")), false],
    ["both, which toggles it twice", paragraphOf("P", as("C")), true],
    ["both, where the paragraph's takes it back", paragraphOf("PBack", as("C")), false],
    ["a run's style, struck out", paragraphOf("", as("S")), false],
    ["hidden by one and struck out by the other", paragraphOf("P", as("S")), false],
    ["struck out twice by a run's style", paragraphOf("", as("D")), false],
    ["struck out twice by both, which is no toggle", paragraphOf("PD", as("D")), false],
    ["struck out twice by a paragraph's style, and not by the run's", paragraphOf("PD", as("DOff")), true],
    ["a style, and the run says otherwise", paragraphOf("P", '<w:vanish w:val="0"/>'), true],
    ["a run that is hidden itself, whatever its styles", paragraphOf("P", `${as("C")}${HIDDEN}`), false],
    ["a table's style", inTable("T", paragraphOf("", "")), false],
    ["a table's and a paragraph's", inTable("T", paragraphOf("P", "")), true],
    ["a table's, a paragraph's and a run's", inTable("T", paragraphOf("P", as("C"))), false],
    ["a part of a table alone", inTable("TPart", paragraphOf("", "")), true],
    ["how it was before a tracked change", paragraphOf("", FORMER), true],
    ["the mark of the paragraph alone", `<w:p><w:pPr><w:rPr>${HIDDEN}</w:rPr></w:pPr>${runOf("")}</w:p>`, true],
  ])("in Word by styles: %s", async (_what, body, isRead) => {
    const read = await textsOf("docx", wordOf("word/document.xml", body, USUAL, `<w:styles>${STYLES}</w:styles>`));
    expect(read.join("")).toBe(isRead ? "x" : "");
  });

  it("in Word by the document's defaults, which no style toggles, and by the usual styles", async () => {
    const read = async (styles: string, paragraph = paragraphOf("", "")) =>
      (await textsOf("docx", wordOf("word/document.xml", paragraph, USUAL, `<w:styles>${styles}</w:styles>`))).join("");
    const defaults = `<w:docDefaults><w:rPrDefault><w:rPr>${HIDDEN}</w:rPr></w:rPrDefault></w:docDefaults>`;
    expect(await read(defaults)).toBe("");
    expect(await read(`${defaults}${style("paragraph", "P", HIDDEN)}`, paragraphOf("P", ""))).toBe("");
    expect(await read(defaults, paragraphOf("", '<w:vanish w:val="0"/>'))).toBe("x");
    expect(await read(style("paragraph", "Normal", HIDDEN, { usual: "1" }))).toBe("");
    expect(await read(style("character", "Font", "<w:strike/>", { usual: "1" }))).toBe("");
    expect(await read(style("table", "TableNormal", HIDDEN, { usual: "1" }))).toBe("x");
  });

  it("in presentations", async () => {
    const shape = (text: string, { hidden = "0", strike = "noStrike" } = {}) =>
      `<p:sp><p:nvSpPr><p:cNvPr hidden="${hidden}"/></p:nvSpPr><p:txBody><a:p><a:r><a:rPr strike="${strike}"/><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
    const slides = [
      `<p:sld>${shape("shown")}${shape("unseen", { hidden: "1" })}${shape("struck", { strike: "sngStrike" })}</p:sld>`,
      `<p:sld xmlns:p="p" show="0">${shape("passed over")}</p:sld>`,
    ];
    expect(await textsOf("pptx", slidesOf(slides))).toEqual(["shown"]);
  });
});

describe("cells stand under their columns where some are merged", () => {
  it("in HTML, with two rows of names", async () => {
    const html = `<table><tr><th rowspan=2>Plan</th><th colspan=2>Price</th></tr><tr><th>net</th><th>gross</th></tr>
      <tr><td rowspan=2>Gold</td><td>90</td><td>100</td></tr><tr><td>120</td><td></td></tr>
      <tr><td>Silver</td><td colspan=2>on request</td></tr></table>`;
    expect((await textsOf("html", html)).slice(1)).toEqual([
      "Plan|Price net|Price gross",
      "Gold|90|100",
      "Gold|120|",
      "Silver|on request|on request",
    ]);
  });

  it("in Word and in presentations", async () => {
    const word = (text: string, merge = "") =>
      `<w:tc><w:tcPr>${merge}</w:tcPr><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`;
    const rows = [
      word("Plan") + word("Term") + word("Price"),
      word("Gold", '<w:vMerge w:val="restart"/>') + word("first") + word("90"),
      word("", "<w:vMerge/>") + word("later") + word("120"),
      word("Silver") + word("on request", '<w:gridSpan w:val="2"/>'),
    ];
    const expected = ["Plan|Term|Price", "Gold|first|90", "Gold|later|120", "Silver|on request|on request"];
    const table = `<w:tbl>${rows.map((row) => `<w:tr>${row}</w:tr>`).join("")}</w:tbl>`;
    expect(await textsOf("docx", wordOf("word/document.xml", table))).toEqual(expected);
    const cell = (text: string, merge = "") =>
      `<a:tc ${merge}><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`;
    const slideRows = [
      cell("Plan") + cell("Term") + cell("Price"),
      cell("Gold", 'rowSpan="2"') + cell("first") + cell("90"),
      cell("", 'vMerge="1"') + cell("later") + cell("120"),
      cell("Silver") + cell("on request", 'gridSpan="2"') + cell("", 'hMerge="1"'),
    ];
    const slide = `<p:sld><a:tbl>${slideRows.map((row) => `<a:tr>${row}</a:tr>`).join("")}</a:tbl></p:sld>`;
    expect(await textsOf("pptx", slidesOf([slide]))).toEqual(expected);
  });
});

describe("the main part of an Office file is the one that its relations name", () => {
  const paragraph = "<w:p><w:r><w:t>Found</w:t></w:r></w:p>";
  it.each(["word/document2.xml", "other/folder/main.xml", "document.xml"])("%s", async (path) => {
    expect(await textsOf("docx", wordOf(path, paragraph))).toEqual(["Found"]);
  });

  it("also in the strict edition", async () => {
    const strict = {
      relations: "http://purl.oclc.org/ooxml/officeDocument/relationships",
      w: "http://purl.oclc.org/ooxml/wordprocessingml/main",
    };
    expect(await textsOf("docx", wordOf("word/document2.xml", paragraph, strict))).toEqual(["Found"]);
  });
});

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships";
const USUAL = { relations: OFFICE, w: "http://schemas.openxmlformats.org/wordprocessingml/2006/main" };

const wordOf = (path: string, body: string, names = USUAL, styles = ""): Buffer =>
  packageOf({
    ...(styles !== "" && { "word/styles.xml": styles.replace("<w:styles>", `<w:styles xmlns:w="${names.w}">`) }),
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${names.relations}/officeDocument" Target="${path}"/></Relationships>`,
    [path]: `<w:document xmlns:w="${names.w}"><w:body>${body}</w:body></w:document>`,
  });

const slidesOf = (slides: readonly string[]): Buffer => {
  const relations = slides.map(
    (_, at) => `<Relationship Id="r${at}" Type="${OFFICE}/slide" Target="slides/${at}.xml"/>`,
  );
  return packageOf({
    "ppt/presentation.xml": `<p:presentation>${slides.map((_, at) => `<p:sldId r:id="r${at}"/>`).join("")}</p:presentation>`,
    "ppt/_rels/presentation.xml.rels": `<Relationships xmlns="${RELATIONS}">${relations.join("")}</Relationships>`,
    ...Object.fromEntries(slides.map((slide, at) => [`ppt/slides/${at}.xml`, slide])),
  });
};

import { deflateRawSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { writeXlsxFile } from "../../infra/xlsx/xlsx-file.ts";

export interface PdfLine {
  /** Several are the cells of a row. */
  text: string | readonly string[];
  size?: number;
  isBold?: boolean;
}

const CELL_WIDTH = 130;
const FONTS = ["Helvetica", "Helvetica-Bold"];

/** Returns a PDF with so many pages; a page without lines is empty, as a scanned one is to a reader of text. */
export const pdfOf = (
  pages: readonly (readonly PdfLine[])[],
  { trailer = "", catalog = "", info = "" } = {},
): Buffer => {
  const objects: string[] = [];
  const kids = pages.map((_, at) => `${6 + 2 * at} 0 R`).join(" ");
  objects.push(`<< /Type /Catalog /Pages 2 0 R ${catalog} >>`);
  objects.push(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  for (const font of FONTS) objects.push(`<< /Type /Font /Subtype /Type1 /BaseFont /${font} >>`);
  objects.push(`<< ${info} >>`);
  for (const [at, lines] of pages.entries()) {
    const content = contentOf(lines);
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${7 + 2 * at} 0 R >>`,
    );
    objects.push(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
  }
  return assemble(objects, `/Info 5 0 R ${trailer}`);
};

/** Protected by a password that is not the empty one. */
export const encryptedPdf = (): Buffer => {
  const key = "ab".repeat(32);
  return pdfOf([[{ text: "Secret" }]], {
    trailer: `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${key}> /U <${key}> /P -4 >> /ID [<00> <00>]`,
  });
};

const contentOf = (lines: readonly PdfLine[]): string => {
  let y = 740;
  return lines
    .flatMap(({ text, size = 11, isBold = false }) => {
      y -= size * 1.3;
      const cells = typeof text === "string" ? [text] : text;
      return cells.map((cell, at) => {
        const place = `/${isBold ? "F2" : "F1"} ${size} Tf ${72 + at * CELL_WIDTH} ${y.toFixed(1)}`;
        return cell && `BT ${place} Td (${cell.replaceAll(/[\\()]/g, "\\$&")}) Tj ET`;
      });
    })
    .join("\n");
};

const assemble = (objects: readonly string[], trailer: string): Buffer => {
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const xref = text.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${xref}\n%%EOF\n`;
  return Buffer.from(text, "latin1");
};

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";

const packageOf = (files: Record<string, string>): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))));

/** Returns a Word document of headings, paragraphs and one table. */
export const docxOf = (document: {
  heading: string;
  paragraphs: readonly string[];
  table: string[][];
  properties?: { title: string; language: string };
}): Buffer => {
  const { title = "", language = "" } = document.properties ?? {};
  const paragraph = (text: string, style = "") =>
    `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`;
  const rows = document.table.map(
    (cells) => `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join("")}</w:tr>`,
  );
  const body = `${paragraph(document.heading, "Heading1")}${document.paragraphs.map((text) => paragraph(text)).join("")}<w:tbl>${rows.join("")}</w:tbl>`;
  return packageOf({
    "[Content_Types].xml": `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    "_rels/.rels": `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    "docProps/core.xml": `${XML}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title><dc:language>${language}</dc:language></cp:coreProperties>`,
    "word/styles.xml": `${XML}<w:styles xmlns:w="${W}"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`,
    "word/_rels/document.xml.rels": `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    "word/document.xml": `${XML}<w:document xmlns:w="${W}"><w:body>${body}</w:body></w:document>`,
  });
};

/** Returns a presentation: each slide has a title and paragraphs. */
export const pptxOf = (slides: readonly { title: string; paragraphs: readonly string[] }[]): Buffer => {
  const shape = (text: string, kind: string) =>
    `<p:sp><p:nvSpPr><p:nvPr>${kind && `<p:ph type="${kind}"/>`}</p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
  const slide = ({ title, paragraphs }: (typeof slides)[number]) =>
    `${XML}<p:sld><p:cSld><p:spTree>${shape(title, "title")}${paragraphs.map((text) => shape(text, "")).join("")}</p:spTree></p:cSld></p:sld>`;
  const relation = (at: number) =>
    `<Relationship Id="rId${at}" Type="${OFFICE}/slide" Target="slides/slide${at}.xml"/>`;
  const numbers = slides.map((_, at) => at + 1);
  return packageOf({
    "ppt/presentation.xml": `${XML}<p:presentation><p:sldIdLst>${numbers.map((at) => `<p:sldId id="${255 + at}" r:id="rId${at}"/>`).join("")}</p:sldIdLst></p:presentation>`,
    "ppt/_rels/presentation.xml.rels": `${XML}<Relationships xmlns="${RELATIONS}">${numbers.map(relation).join("")}</Relationships>`,
    ...Object.fromEntries(slides.map((each, at) => [`ppt/slides/slide${at + 1}.xml`, slide(each)])),
  });
};

export const xlsxOf = async (rows: (string | number)[][], sheetName: string): Promise<Buffer> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of writeXlsxFile(rows, { sheetName })) pieces.push(piece);
  return Buffer.concat(pieces);
};

/** Small as a file, large when unpacked: 320 MB of spaces in a Word document. */
export const zipBomb = (): Buffer => {
  const unpackedBytes = 16 * 1_048_576;
  const packed = deflateRawSync(Buffer.alloc(unpackedBytes, 0x20));
  const names = Array.from({ length: 20 }, (_, at) => `word/${at === 0 ? "document" : `part${at}`}.xml`);
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const name of names) {
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(unpackedBytes, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), fields, Buffer.from(name), packed]);
    const more = Buffer.alloc(14);
    more.writeUInt32LE(offset, 10);
    centrals.push(Buffer.concat([Buffer.from("PK\u0001\u0002\u0014\0"), fields, more, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(centrals);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(names.length, 4);
  end.writeUInt16LE(names.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, central, Buffer.from("PK\u0005\u0006"), end]);
};

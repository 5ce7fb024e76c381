import { strToU8, zipSync } from "fflate";

const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const cellXml = (cell: string | number, at: string) =>
  typeof cell === "number"
    ? `<c r="${at}"><v>${cell}</v></c>`
    : `<c r="${at}" t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`;
const rowXml = (cells: (string | number)[], row: number) =>
  `<row r="${row}">${cells.map((cell, column) => cellXml(cell, `${String.fromCharCode(65 + column)}${row}`)).join("")}</row>`;

const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";

/** Returns all of a workbook of one sheet but the sheet itself, as texts by their names in the archive. */
export const workbookParts = (): Record<string, string> => ({
  "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"/>`,
  "_rels/.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="a" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="Contacts" sheetId="1" r:id="b"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="b" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
});

/** Returns the least that spreadsheet programs take for a workbook: one sheet. `extra`: further entries of the archive. */
export const workbook = (rows: (string | number)[][], extra: Record<string, Uint8Array> = {}): Buffer => {
  const sheet = rows.map((cells, index) => rowXml(cells, index + 1)).join("");
  const parts = Object.entries(workbookParts()).map(([name, text]) => [name, strToU8(text)] as const);
  const entries = {
    ...Object.fromEntries(parts),
    "xl/worksheets/sheet1.xml": strToU8(`<worksheet xmlns="${MAIN}"><sheetData>${sheet}</sheetData></worksheet>`),
    ...extra,
  };
  return Buffer.from(zipSync(entries));
};

/** Returns a workbook of one row whose cells all name the same shared text. */
export const workbookOfOneText = (text: string, { cells }: { cells: number }): Buffer => {
  const row = Array.from({ length: cells }, (_, at) => `<c r="${String.fromCharCode(65 + at)}1" t="s"><v>0</v></c>`);
  const relations = [
    `<Relationship Id="b" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/>`,
    `<Relationship Id="c" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/>`,
  ].join("");
  return workbook([], {
    "xl/_rels/workbook.xml.rels": strToU8(
      `<Relationships xmlns="${PACKAGE}/relationships">${relations}</Relationships>`,
    ),
    "xl/sharedStrings.xml": strToU8(`<sst xmlns="${MAIN}"><si><t>${text}</t></si></sst>`),
    "xl/worksheets/sheet1.xml": strToU8(
      `<worksheet xmlns="${MAIN}"><sheetData><row r="1">${row.join("")}</row></sheetData></worksheet>`,
    ),
  });
};

/** Returns the archive with another declared size of one entry. */
export const withDeclaredSize = (archive: Buffer, entry: string, bytes: number): Buffer => {
  const CENTRAL_HEADER = Buffer.from("PK\u0001\u0002", "latin1");
  const SIZE_AT = 24;
  const NAME_AT = 46;
  const changed = Buffer.from(archive);
  for (let at = changed.indexOf(CENTRAL_HEADER); at >= 0; at = changed.indexOf(CENTRAL_HEADER, at + 1)) {
    const name = changed.toString("latin1", at + NAME_AT, at + NAME_AT + entry.length);
    if (name === entry) changed.writeUInt32LE(bytes, at + SIZE_AT);
  }
  return changed;
};

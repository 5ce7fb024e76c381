import { addWarnings, type FileWarning } from "../../domain/file/file-warning.ts";
import { parseWholeXml } from "./parse-xml.ts";
import { type HiddenParts, readSheetRowsOf, type SheetRow } from "./read-sheet.ts";
import { readSharedTexts, readStyles } from "./read-styles.ts";

/** The unpacked parts of a workbook by name. */
export type WorkbookParts = Readonly<Record<string, Uint8Array>>;

export interface VisibleSheet {
  name: string;
  rows(): Generator<SheetRow>;
}

export interface Workbook {
  /** Sheets that people see, in their order. */
  sheets: VisibleSheet[];
  /** What of it was left out, of the sheets that have been read to their end. */
  warnings(): FileWarning[];
}

interface NamedSheet {
  name: string;
  relation: string;
  isHidden: boolean;
}

/**
 * Opens a workbook as people see it: sheets, rows and columns that are not hidden, cells by their number format. Throws an
 * error for parts that are missing or cut off.
 */
export const openWorkbook = (parts: WorkbookParts): Workbook => {
  const path = readRelations(parts, "").find(({ type }) => type === "officeDocument")?.target ?? "xl/workbook.xml";
  const relations = readRelations(parts, path);
  const named = (type: string) => parts[relations.find((relation) => relation.type === type)?.target ?? ""];
  const { sheets, isFrom1904 } = readIndex(requirePart(parts, path));
  const worksheets = sheets.flatMap((sheet) => {
    const relation = relations.find(({ id }) => id === sheet.relation);
    return relation?.type === "worksheet" ? [{ ...sheet, target: relation.target }] : [];
  });
  const texts = { ...readSharedTexts(named("sharedStrings")), ...readStyles(named("styles")), isFrom1904 };
  const hidden: HiddenParts = { rows: 0, columns: 0, struckCells: 0 };
  return {
    sheets: worksheets
      .filter(({ isHidden }) => !isHidden)
      .map(({ name, target }) => ({ name, rows: () => readSheetRowsOf(requirePart(parts, target), texts, hidden) })),
    warnings: () =>
      addWarnings([
        { code: "hidden_sheets", count: worksheets.filter(({ isHidden }) => isHidden).length, detail: null },
        { code: "hidden_rows", count: hidden.rows, detail: null },
        { code: "hidden_columns", count: hidden.columns, detail: null },
        { code: "struck_cells", count: hidden.struckCells, detail: null },
      ]),
  };
};

const requirePart = (parts: WorkbookParts, name: string): Uint8Array => {
  const part = parts[name];
  if (!part) throw new Error(`it has no ${name}`);
  return part;
};

interface Relation {
  id: string;
  /** The last word of its address, such as `worksheet`. */
  type: string;
  /** The name of the part. */
  target: string;
}

/** Reads the relations of a part; those of the whole package for an empty name. */
const readRelations = (parts: WorkbookParts, of: string): Relation[] => {
  const folder = of.slice(0, of.lastIndexOf("/") + 1);
  const relations: Relation[] = [];
  parseWholeXml(parts[`${folder}_rels/${of.slice(folder.length)}.rels`], {
    open: (name, { Id: id = "", Type: type = "", Target: target = "" }) => {
      if (name !== "Relationship") return;
      const path = new URL(target, `file:///${folder}`).pathname.slice(1);
      relations.push({ id, type: type.slice(type.lastIndexOf("/") + 1), target: decodeURIComponent(path) });
    },
  });
  return relations;
};

const readIndex = (part: Uint8Array): { sheets: NamedSheet[]; isFrom1904: boolean } => {
  const sheets: NamedSheet[] = [];
  let isFrom1904 = false;
  parseWholeXml(part, {
    open: (name, attributes) => {
      if (name === "workbookPr") isFrom1904 = ["1", "true"].includes(attributes["date1904"] ?? "");
      if (name !== "sheet") return;
      const relation = Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1] ?? "";
      const isHidden = (attributes["state"] ?? "visible") !== "visible";
      sheets.push({ name: attributes["name"] ?? "", relation, isHidden });
    },
  });
  return { sheets, isFrom1904 };
};

import { parseWholeXml } from "./parse-xml.ts";
import { builtInFormat } from "./show-cell.ts";

/** What the styles that cells name say of them, by the style's place. */
export interface CellStyles {
  /** The number format. */
  formats: string[];
  /** The styles whose text is struck out. */
  struckStyles: ReadonlySet<number>;
}

const isOn = (value: string | undefined): boolean => value !== "0" && value !== "false";

export const readStyles = (part: Uint8Array | undefined): CellStyles => {
  const own = new Map<number, string>();
  const ids: number[] = [];
  const struckFonts = new Set<number>();
  const struckStyles = new Set<number>();
  let fonts = 0;
  let isInFonts = false;
  let isInCellStyles = false;
  parseWholeXml(part, {
    open: (name, attributes) => {
      if (name === "numFmt") own.set(Number(attributes["numFmtId"]), attributes["formatCode"] ?? "");
      if (name === "cellXfs") isInCellStyles = true;
      if (name === "fonts") isInFonts = true;
      if (name === "font" && isInFonts) fonts += 1;
      if (name === "strike" && isInFonts && isOn(attributes["val"])) struckFonts.add(fonts - 1);
      if (name !== "xf" || !isInCellStyles) return;
      if (struckFonts.has(Number(attributes["fontId"] ?? 0))) struckStyles.add(ids.length);
      ids.push(Number(attributes["numFmtId"] ?? 0));
    },
    close: (name) => {
      if (name === "cellXfs") isInCellStyles = false;
      if (name === "fonts") isInFonts = false;
    },
  });
  return { formats: ids.map((id) => own.get(id) ?? builtInFormat(id)), struckStyles };
};

export interface SharedTexts {
  shared: string[];
  /** The places of those of which a part is struck out, and left out here. */
  struckTexts: ReadonlySet<number>;
}

/** Returns the texts that cells share, without the readings above Japanese ones and without what is struck out. */
export const readSharedTexts = (part: Uint8Array | undefined): SharedTexts => {
  const shared: string[] = [];
  const struckTexts = new Set<number>();
  let pieces: string[] | null = null;
  let isText = false;
  let isReading = false;
  let isStruck = false;
  parseWholeXml(part, {
    open: (name, attributes) => {
      if (name === "si") pieces = [];
      if (name === "rPh") isReading = true;
      if (name === "strike" && isOn(attributes["val"])) isStruck = true;
      isText = name === "t";
    },
    text: (text) => {
      if (!isText || isReading) return;
      if (isStruck) struckTexts.add(shared.length);
      else pieces?.push(text);
    },
    close: (name) => {
      isText = false;
      if (name === "rPh") isReading = false;
      if (name === "r" || name === "si") isStruck = false;
      if (name !== "si" || pieces === null) return;
      shared.push(unescapeText(pieces.join("")));
      pieces = null;
    },
  });
  return { shared, struckTexts };
};

/** Characters that XML cannot hold are stored as `_x000D_`. */
export const unescapeText = (text: string): string =>
  text.includes("_x")
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

import { parseWholeXml } from "./parse-xml.ts";
import { builtInFormat } from "./show-cell.ts";

/** Returns the number format of each style that cells name. */
export const readStyles = (part: Uint8Array | undefined): string[] => {
  const own = new Map<number, string>();
  const ids: number[] = [];
  let isInCellStyles = false;
  parseWholeXml(part, {
    open: (name, attributes) => {
      if (name === "numFmt") own.set(Number(attributes["numFmtId"]), attributes["formatCode"] ?? "");
      if (name === "cellXfs") isInCellStyles = true;
      if (name === "xf" && isInCellStyles) ids.push(Number(attributes["numFmtId"] ?? 0));
    },
    close: (name) => {
      if (name === "cellXfs") isInCellStyles = false;
    },
  });
  return ids.map((id) => own.get(id) ?? builtInFormat(id));
};

/** Returns the texts that cells share, without the readings above Japanese ones. */
export const readSharedTexts = (part: Uint8Array | undefined): string[] => {
  const texts: string[] = [];
  let pieces: string[] | null = null;
  let isText = false;
  let isReading = false;
  parseWholeXml(part, {
    open: (name) => {
      if (name === "si") pieces = [];
      if (name === "rPh") isReading = true;
      isText = name === "t";
    },
    text: (text) => {
      if (isText && !isReading) pieces?.push(text);
    },
    close: (name) => {
      isText = false;
      if (name === "rPh") isReading = false;
      if (name !== "si" || pieces === null) return;
      texts.push(unescapeText(pieces.join("")));
      pieces = null;
    },
  });
  return texts;
};

/** Characters that XML cannot hold are stored as `_x000D_`. */
export const unescapeText = (text: string): string =>
  text.includes("_x")
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

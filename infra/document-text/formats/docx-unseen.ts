import { Parser } from "htmlparser2";
import { addProperty, type DocxStyles, nameOf, type RunProperties, valueOf } from "./docx-styles.ts";

interface OpenRun {
  /** Where its content begins. */
  contentAt: number;
  style: string | null;
  direct: RunProperties;
}

const PREFIX =
  /xmlns:([\w-]+)="http:\/\/(?:schemas\.openxmlformats\.org\/wordprocessingml\/2006|purl\.oclc\.org\/ooxml\/wordprocessingml)\/main"/;

/**
 * Returns a part of a Word document in which every run that is hidden or struck out, by itself or by a style, is struck out by
 * itself: the library that reads it knows nothing else, and what is struck out is not read.
 */
export const strikeUnseen = (xml: string, styles: DocxStyles): string => {
  const prefix = PREFIX.exec(xml)?.[1] ?? "w";
  const struckAt: number[] = [];
  const [tables, paragraphs, runs, path]: [(string | null)[], (string | null)[], OpenRun[], string[]] = [
    [],
    [],
    [],
    [],
  ];
  /** Of tracked changes, which tell how something was before. */
  let formerDepth = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (!name.startsWith(`${prefix}:`)) return void path.push("");
        const local = nameOf(name);
        const parent = path.at(-1);
        path.push(local);
        if (local.endsWith("PrChange")) formerDepth += 1;
        if (formerDepth > 0) return;
        if (local === "tbl") tables.push(null);
        if (local === "p") paragraphs.push(null);
        if (local === "r") runs.push({ contentAt: parser.endIndex + 1, style: null, direct: {} });
        const run = runs.at(-1);
        if (local === "tblStyle" && parent === "tblPr") tables.splice(-1, 1, valueOf(attributes) ?? null);
        if (local === "pStyle" && parent === "pPr") paragraphs.splice(-1, 1, valueOf(attributes) ?? null);
        // The mark of a paragraph has run properties as well, which are not those of its runs.
        if (parent !== "rPr" || path.at(-3) !== "r" || !run) return;
        if (local === "rStyle") run.style = valueOf(attributes) ?? null;
        addProperty(run.direct, name, attributes);
      },
      onclosetag: () => {
        const local = path.pop() ?? "";
        if (local.endsWith("PrChange")) formerDepth -= 1;
        if (formerDepth > 0) return;
        if (local === "tbl") tables.pop();
        if (local === "p") paragraphs.pop();
        if (local !== "r") return;
        const run = runs.pop();
        const of = {
          table: tables.length > 0 ? (tables.at(-1) ?? undefined) : "",
          paragraph: paragraphs.at(-1),
          character: run?.style,
        };
        if (run && styles.isUnseen(of, run.direct)) struckAt.push(run.contentAt);
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return insertAt(xml, struckAt, `<${prefix}:rPr><${prefix}:strike/></${prefix}:rPr>`);
};

/** Inserts before what is there: the first properties of a run are those that are read. */
const insertAt = (xml: string, places: readonly number[], inserted: string): string => {
  const pieces: string[] = [];
  let from = 0;
  for (const place of places.toSorted((a, b) => a - b)) {
    // A run that ends where it begins has no content.
    if (xml[place - 2] === "/") continue;
    pieces.push(xml.slice(from, place), inserted);
    from = place;
  }
  pieces.push(xml.slice(from));
  return pieces.join("");
};

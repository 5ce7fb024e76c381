import { strFromU8, type Unzipped } from "fflate";
import { Parser } from "htmlparser2";
import type { Block } from "../../../domain/document/blocks.ts";
import { createTableGrid, type MergedCell } from "../../../domain/document/table-grid.ts";
import { type FileReading, PLAIN_READING } from "../reading.ts";
import { openOffice } from "./open-package.ts";
import { readProperties } from "./package-properties.ts";

/** Reads the blocks of a presentation, slide by slide in order: titles, paragraphs, tables. */
export async function* readPptxBlocks(file: string, { onFound }: FileReading = PLAIN_READING): AsyncGenerator<Block> {
  const { opened, main } = await openOffice(file, "pptx");
  const slides = slidesOf(opened, main);
  onFound({ ...readProperties(opened), pages: slides.length });
  let page = 0;
  for (const slide of slides) {
    page += 1;
    const xml = strFromU8(slide);
    if (!HIDDEN_SLIDE.test(xml.slice(0, 4096))) yield* blocksOfSlide(xml, page);
  }
}

/** Slides are ordered by the presentation; the file names mean nothing. */
const slidesOf = (opened: Unzipped, presentation: string): Uint8Array[] => {
  const targets = new Map<string, string>();
  eachTag(strFromU8(opened["ppt/_rels/presentation.xml.rels"] ?? new Uint8Array()), (name, attributes) => {
    if (name === "Relationship") targets.set(attributes["Id"] ?? "", attributes["Target"] ?? "");
  });
  const slides: Uint8Array[] = [];
  eachTag(presentation, (name, attributes) => {
    const target = name === "p:sldId" ? targets.get(attributes["r:id"] ?? "") : undefined;
    const slide = target && opened[target.startsWith("/") ? target.slice(1) : `ppt/${target}`];
    if (slide) slides.push(slide);
  });
  return slides;
};

const eachTag = (xml: string, onTag: (name: string, attributes: Record<string, string>) => void): void => {
  const parser = new Parser({ onopentag: onTag }, { xmlMode: true });
  parser.end(xml);
};

/** A slide that the presentation passes over; the others keep their numbers. */
const HIDDEN_SLIDE = /<p:sld\s[^>]*\bshow="(?:0|false)"/;
const STRIKES = new Set(["sngStrike", "dblStrike"]);
const TITLES = new Set(["title", "ctrTitle"]);

const blocksOfSlide = (xml: string, page: number): Block[] => {
  const blocks: Block[] = [];
  const slide = { text: "", isText: false, isTitle: false, row: 0, cells: null as MergedCell[] | null };
  const shape = { isHidden: false };
  let isStruck = false;
  let cell: Omit<MergedCell, "text"> | null = null;
  let grid = createTableGrid();
  const endParagraph = () => {
    const text = slide.text.trim();
    if (slide.cells) return void (slide.text += " ");
    slide.text = "";
    if (text === "") return;
    const place = { page, row: null };
    blocks.push(slide.isTitle ? { kind: "heading", level: 1, text, ...place } : { kind: "paragraph", text, ...place });
  };
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (name === "a:r") isStruck = false;
        if (name === "a:rPr") isStruck = STRIKES.has(attributes["strike"] ?? "");
        if (name === "p:cNvPr") shape.isHidden = /^(?:1|true)$/.test(attributes["hidden"] ?? "");
        if (name === "a:t") slide.isText = !isStruck && !shape.isHidden;
        if (name === "a:br") slide.text += "\n";
        if (name === "p:sp") slide.isTitle = false;
        if (name === "p:ph") slide.isTitle = TITLES.has(attributes["type"] ?? "");
        if (name === "a:tbl") {
          slide.row = 0;
          grid = createTableGrid();
        }
        if (name === "a:tr") slide.cells = [];
        if (name !== "a:tc") return;
        slide.text = "";
        // A cell that another one covers stands in the file all the same.
        const isCovered = ["hMerge", "vMerge"].some((merge) => /^(?:1|true)$/.test(attributes[merge] ?? ""));
        const { gridSpan = 1, rowSpan = 1 } = attributes;
        cell = isCovered ? null : { columns: Number(gridSpan) || 1, rows: Number(rowSpan) || 1 };
      },
      ontext: (text) => {
        if (slide.isText) slide.text += text;
      },
      onclosetag: (name) => {
        if (name === "a:t") slide.isText = false;
        if (name === "a:p") endParagraph();
        if (name === "a:tc" && cell) slide.cells?.push({ ...cell, text: slide.text.trim() });
        if (name !== "a:tr" || !slide.cells) return;
        slide.row += 1;
        const cells = grid.placeRow(slide.cells);
        if (!shape.isHidden) blocks.push({ kind: slide.row === 1 ? "columns" : "row", cells, page, row: slide.row });
        slide.cells = null;
        slide.text = "";
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return blocks;
};

import { strFromU8, type Unzipped } from "fflate";
import { Parser } from "htmlparser2";
import type { Block } from "../../../domain/document/blocks.ts";
import { openPackage, requireEntry } from "./open-package.ts";

/** Reads the blocks of a presentation, slide by slide in order: titles, paragraphs, tables. */
export async function* readPptxBlocks(file: string): AsyncGenerator<Block> {
  const opened = await openPackage(file);
  const presentation = requireEntry(opened, "ppt/presentation.xml", "PowerPoint presentation (.pptx)");
  let page = 0;
  for (const slide of slidesOf(opened, strFromU8(presentation))) {
    page += 1;
    yield* blocksOfSlide(strFromU8(slide), page);
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

const TITLES = new Set(["title", "ctrTitle"]);

const blocksOfSlide = (xml: string, page: number): Block[] => {
  const blocks: Block[] = [];
  const slide = { text: "", isText: false, isTitle: false, row: 0, cells: null as string[] | null };
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
        if (name === "a:t") slide.isText = true;
        if (name === "a:br") slide.text += "\n";
        if (name === "p:sp") slide.isTitle = false;
        if (name === "p:ph") slide.isTitle = TITLES.has(attributes["type"] ?? "");
        if (name === "a:tbl") slide.row = 0;
        if (name === "a:tr") slide.cells = [];
        if (name === "a:tc") slide.text = "";
      },
      ontext: (text) => {
        if (slide.isText) slide.text += text;
      },
      onclosetag: (name) => {
        if (name === "a:t") slide.isText = false;
        if (name === "a:p") endParagraph();
        if (name === "a:tc") slide.cells?.push(slide.text.trim());
        if (name !== "a:tr" || !slide.cells) return;
        slide.row += 1;
        blocks.push({ kind: slide.row === 1 ? "columns" : "row", cells: slide.cells, page, row: slide.row });
        slide.cells = null;
        slide.text = "";
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return blocks;
};

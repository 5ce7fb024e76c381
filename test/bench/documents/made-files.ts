import { unzipSync, zipSync } from "fflate";
import type { DocumentType } from "../../../domain/document/document-type.ts";
import { docxOf, type PdfLine, pdfOf, pptxOf, xlsxOf } from "../../factories/document-files.ts";
import { makeText, type TextMaker } from "./made-text.ts";

/** Says how many files of one type have a size, and which share of the type's bytes each of them has. */
const SIZES = [
  { count: 1, share: 0.4 },
  { count: 2, share: 0.12 },
  { count: 4, share: 0.04 },
  { count: 20, share: 0.01 },
];

export interface MadeFile {
  name: string;
  content: Buffer;
}

/** Files of one type, about so many bytes together, one after another so that they need not all be held. */
export async function* madeFiles(
  type: DocumentType,
  { bytes, seed }: { bytes: number; seed: number },
): AsyncGenerator<MadeFile> {
  let number = 0;
  for (const { count, share } of SIZES) {
    for (let at = 0; at < count; at += 1) {
      number += 1;
      const size = { characters: bytes * share * CHARACTERS[type], pictureBytes: bytes * share * PICTURE_SHARE };
      yield { name: `made-${number}.${type}`, content: await MAKERS[type](makeText(seed + number), size) };
    }
  }
}

type Maker = (text: TextMaker, size: { characters: number; pictureBytes: number }) => Buffer | Promise<Buffer>;

/** Word documents and presentations are mostly pictures. */
const PICTURE_SHARE = 0.7;
/** Characters for each byte of a file: Office files are packed; a PDF also says where each line stands. */
const CHARACTERS: Readonly<Record<DocumentType, number>> = {
  txt: 1,
  md: 1,
  html: 0.96,
  csv: 1.08,
  json: 1,
  xlsx: 1.5,
  pdf: 0.62,
  docx: 0.97,
  pptx: 0.73,
};
const LINE_CHARACTERS = 90;
const LINES_OF_PAGE = 45;

const COLUMNS = ["Number", "Subject", "Place", "Amount", "Day", "Remark"];

/** Pieces until they have so many characters together. */
const until = <T>(characters: number, make: () => T): T[] => {
  const pieces: T[] = [];
  for (let sum = 0; sum < characters; ) {
    const piece = make();
    pieces.push(piece);
    sum += JSON.stringify(piece).length;
  }
  return pieces;
};

const sectionOf = (text: TextMaker) => ({
  title: text.heading(),
  paragraphs: Array.from({ length: 2 + text.number(6) }, text.paragraph),
});

const cellsOf = (text: TextMaker): (string | number)[] => [
  text.number(1_000_000),
  text.heading(),
  text.heading(),
  text.number(100_000) / 100,
  `2026-0${1 + text.number(9)}-1${text.number(10)}`,
  text.sentence(),
];

const linesOf = (paragraph: string): PdfLine[] =>
  (paragraph.match(new RegExp(`.{1,${LINE_CHARACTERS}}(?: |$)`, "g")) ?? []).map((line) => ({ text: line.trim() }));

const pagesOf = (text: TextMaker, characters: number): PdfLine[][] => {
  const lines = until(characters, () => sectionOf(text)).flatMap(({ title, paragraphs }) => [
    { text: title, size: 16 },
    ...paragraphs.flatMap(linesOf),
  ]);
  return Array.from({ length: Math.ceil(lines.length / LINES_OF_PAGE) }, (_, at) =>
    lines.slice(at * LINES_OF_PAGE, (at + 1) * LINES_OF_PAGE),
  );
};

/** A picture has no order that a packer could use. */
const withPicture = (
  file: Buffer,
  { text, folder, bytes }: { text: TextMaker; folder: string; bytes: number },
): Buffer => {
  const picture = Buffer.from(Uint8Array.from({ length: bytes }, () => text.number(256)));
  return Buffer.from(zipSync({ ...unzipSync(file), [`${folder}/media/image1.png`]: [picture, { level: 0 }] }));
};

const MAKERS: Readonly<Record<DocumentType, Maker>> = {
  txt: (text, { characters }) => Buffer.from(until(characters, text.paragraph).join("\n\n")),
  md: (text, { characters }) => {
    const sections = until(characters, () => sectionOf(text));
    return Buffer.from(
      sections.map(({ title, paragraphs }) => `## ${title}\n\n${paragraphs.join("\n\n")}\n`).join("\n"),
    );
  },
  html: (text, { characters }) => {
    const sections = until(characters, () => sectionOf(text)).map(
      ({ title, paragraphs }) => `<h2>${title}</h2>\n${paragraphs.map((each) => `<p>${each}</p>\n`).join("")}`,
    );
    return Buffer.from(`<!doctype html><title>${text.heading()}</title><body>${sections.join("")}</body>`);
  },
  csv: (text, { characters }) => {
    const rows = until(characters, () =>
      cellsOf(text)
        .map((cell) => JSON.stringify(String(cell)))
        .join(","),
    );
    return Buffer.from([COLUMNS.join(","), ...rows].join("\n"));
  },
  json: (text, { characters }) => {
    const cases = until(characters, () => Object.fromEntries(cellsOf(text).map((cell, at) => [COLUMNS[at], cell])));
    return Buffer.from(JSON.stringify({ cases }));
  },
  xlsx: (text, { characters }) => xlsxOf([COLUMNS, ...until(characters, () => cellsOf(text))], "Cases"),
  pdf: (text, { characters }) => pdfOf(pagesOf(text, characters)),
  docx: (text, { characters, pictureBytes: bytes }) => {
    const paragraphs = until(characters, text.paragraph);
    const table = [COLUMNS, cellsOf(text).map(String)];
    return withPicture(docxOf({ heading: text.heading(), paragraphs, table }), { text, folder: "word", bytes });
  },
  pptx: (text, { characters, pictureBytes: bytes }) =>
    withPicture(pptxOf(until(characters, () => sectionOf(text))), { text, folder: "ppt", bytes }),
};

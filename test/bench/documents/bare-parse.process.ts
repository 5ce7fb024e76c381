import type { Block } from "../../../domain/document/blocks.ts";
import { type DocumentType, findDocumentType } from "../../../domain/document/document-type.ts";
import { readCsvBlocks } from "../../../infra/document-text/formats/csv.ts";
import { readDocxBlocks } from "../../../infra/document-text/formats/docx.ts";
import { readHtmlBlocks } from "../../../infra/document-text/formats/html.ts";
import { readJsonBlocks } from "../../../infra/document-text/formats/json.ts";
import { readMarkdownBlocks } from "../../../infra/document-text/formats/md.ts";
import { readPdfBlocks } from "../../../infra/document-text/formats/pdf.ts";
import { readPptxBlocks } from "../../../infra/document-text/formats/pptx.ts";
import { readTextBlocks } from "../../../infra/document-text/formats/txt.ts";
import { readXlsxBlocks } from "../../../infra/document-text/formats/xlsx.ts";

const READERS: Readonly<Record<DocumentType, (file: string) => AsyncIterable<Block>>> = {
  pdf: (file) => readPdfBlocks(file, { fromPage: 1, onFound: () => {} }),
  docx: readDocxBlocks,
  xlsx: readXlsxBlocks,
  pptx: readPptxBlocks,
  html: readHtmlBlocks,
  md: readMarkdownBlocks,
  txt: readTextBlocks,
  csv: readCsvBlocks,
  json: readJsonBlocks,
};

const countBlocks = async (file: string): Promise<number> => {
  const type = findDocumentType(file);
  if (!type) throw new Error(`${file} is of no type that is read`);
  let blocks = 0;
  for await (const _ of READERS[type](file)) blocks += 1;
  return blocks;
};

// The floor: told a file, it reads all of it, keeps nothing, and asks for the next one.
process.on("message", async (file: string) => process.send?.(await countBlocks(file)));
process.send?.(0);

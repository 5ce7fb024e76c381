import type { Block } from "../../../domain/document/blocks.ts";
import { type DocumentType, findDocumentType } from "../../../domain/document/document-type.ts";
import { csvBlocks } from "../../../infra/document-text/formats/csv.ts";
import { docxBlocks } from "../../../infra/document-text/formats/docx.ts";
import { htmlBlocks } from "../../../infra/document-text/formats/html.ts";
import { jsonBlocks } from "../../../infra/document-text/formats/json.ts";
import { mdBlocks } from "../../../infra/document-text/formats/md.ts";
import { pdfBlocks } from "../../../infra/document-text/formats/pdf.ts";
import { pptxBlocks } from "../../../infra/document-text/formats/pptx.ts";
import { txtBlocks } from "../../../infra/document-text/formats/txt.ts";
import { xlsxBlocks } from "../../../infra/document-text/formats/xlsx.ts";

const READERS: Readonly<Record<DocumentType, (file: string) => AsyncIterable<Block>>> = {
  pdf: (file) => pdfBlocks(file, { fromPage: 1, onPages: () => {} }),
  docx: docxBlocks,
  xlsx: xlsxBlocks,
  pptx: pptxBlocks,
  html: htmlBlocks,
  md: mdBlocks,
  txt: txtBlocks,
  csv: csvBlocks,
  json: jsonBlocks,
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

import { zipSync } from "fflate";
import mammoth from "mammoth";
import type { Block } from "../../../domain/document/blocks.ts";
import { parseHtmlBlocks } from "./html.ts";
import { openPackage, requireEntry } from "./open-package.ts";

/** Reads the blocks of a Word document: headings by their styles, tables, lists. */
export async function* readDocxBlocks(file: string): AsyncGenerator<Block> {
  const opened = await openPackage(file);
  requireEntry(opened, "word/document.xml", "Word document (.docx)");
  const buffer = Buffer.from(zipSync(opened, { level: 0 }));
  const convertImage = mammoth.images.imgElement(() => Promise.resolve({ src: "" }));
  const { value } = await mammoth.convertToHtml({ buffer }, { convertImage, externalFileAccess: false });
  yield* parseHtmlBlocks(value);
}

import { PLAIN_READING, type FileReading } from "../reading.ts";
import { strToU8, zipSync } from "fflate";
import mammoth from "mammoth";
import type { Block } from "../../../domain/document/blocks.ts";
import { parseHtmlBlocks } from "./html.ts";
import { openOffice } from "./open-package.ts";
import { readProperties } from "./package-properties.ts";

/** Reads the blocks of a Word document: headings by their styles, tables, lists. */
export async function* readDocxBlocks(file: string, { onFound }: FileReading = PLAIN_READING): AsyncGenerator<Block> {
  const { opened, main } = await openOffice(file, "docx");
  onFound(readProperties(opened));
  opened["word/document.xml"] = strToU8(main.replaceAll(UNSEEN, "<w:strike$1/>"));
  const buffer = Buffer.from(zipSync(opened, { level: 0 }));
  const convertImage = mammoth.images.imgElement(() => Promise.resolve({ src: "" }));
  const { value } = await mammoth.convertToHtml({ buffer }, { convertImage, externalFileAccess: false });
  yield* parseHtmlBlocks(value);
}

/** Hidden text and text struck out twice, which the library does not know: as struck out, neither is read. */
const UNSEEN = /<w:(?:vanish|dstrike)(\s[^>]*?)?\s*\/>/g;

import { strFromU8, strToU8, type Unzipped, zipSync } from "fflate";
import mammoth from "mammoth";
import type { Block } from "../../../domain/document/blocks.ts";
import { type FileReading, PLAIN_READING } from "../reading.ts";
import { readDocxStyles } from "./docx-styles.ts";
import { strikeUnseen } from "./docx-unseen.ts";
import { parseHtmlBlocks } from "./html.ts";
import { openOffice } from "./open-package.ts";
import { readProperties } from "./package-properties.ts";

/** Reads the blocks of a Word document: headings by their styles, tables, lists. */
export async function* readDocxBlocks(file: string, { onFound }: FileReading = PLAIN_READING): AsyncGenerator<Block> {
  const { opened, main } = await openOffice(file, "docx");
  onFound(readProperties(opened));
  const styles = readDocxStyles(strFromU8(opened[findStyles(opened)] ?? new Uint8Array()));
  opened["word/document.xml"] = strToU8(strikeUnseen(main, styles));
  for (const [path, bytes] of Object.entries(opened))
    if (NOTES.test(path)) opened[path] = strToU8(strikeUnseen(strFromU8(bytes), styles));
  const buffer = Buffer.from(zipSync(opened, { level: 0 }));
  const convertImage = mammoth.images.imgElement(() => Promise.resolve({ src: "" }));
  const { value } = await mammoth.convertToHtml({ buffer }, { convertImage, externalFileAccess: false });
  yield* parseHtmlBlocks(value);
}

/** Their text is read at the end of the document. */
const NOTES = /^word\/(?:foot|end)notes[^/]*\.xml$/;

/** Returns the path of the styles by the relations of the main part. */
const findStyles = (opened: Unzipped): string => {
  const relations = strFromU8(opened["word/_rels/document.xml.rels"] ?? new Uint8Array());
  const [relation = ""] = relations.match(/<Relationship\s[^>]*relationships\/styles"[^>]*>/) ?? [];
  const target = /\sTarget="([^"]+)"/.exec(relation)?.[1] ?? "styles.xml";
  return target.startsWith("/") ? target.slice(1) : `word/${target.replace(/^\.\//, "")}`;
};

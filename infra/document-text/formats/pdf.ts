import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { getDocumentProxy } from "unpdf";
import type { Block } from "../../../domain/document/blocks.ts";
import type { FoundInFile } from "../../../domain/document/document-findings.ts";
import { DocumentTextError } from "../../../domain/document/document-text-error.ts";
import { MOST_PDF_PAGES } from "../../../domain/document/file-reading-limits.ts";
import { groupPageItems } from "./pdf-page.ts";

/** Reads the blocks of a PDF from a page on, page by page: memory does not grow with their number. */
export async function* readPdfBlocks(
  file: string,
  { fromPage, onFound }: { fromPage: number; onFound: (found: FoundInFile) => void },
): AsyncGenerator<Block> {
  const pdf = await open(await readFile(file));
  const { info } = await pdf.getMetadata();
  onFound({ pages: pdf.numPages, title: textOf(info, "Title"), language: textOf(info, "Language") });
  if (pdf.numPages > MOST_PDF_PAGES) {
    throw new DocumentTextError(`PDFs may have ${MOST_PDF_PAGES.toLocaleString("en")} pages at most; split this one.`);
  }
  for (let number = fromPage; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    yield* groupPageItems(items, number);
    page.cleanup();
  }
}

const textOf = (info: object, name: string): string | null => {
  const said: unknown = Reflect.get(info, name);
  return typeof said === "string" && said.trim() !== "" ? said.trim() : null;
};

/** Adobe's tables of the characters that fonts of Chinese, Japanese and Korean name without having them in the file. */
const CHARACTER_MAPS = fileURLToPath(new URL("../cmaps/", import.meta.url));

/** The library logs nothing; faults are reported here. */
const SILENT = 0;
const open = async (bytes: Buffer) => {
  try {
    return await getDocumentProxy(new Uint8Array(bytes), { verbosity: SILENT, cMapUrl: CHARACTER_MAPS });
  } catch (error) {
    const isLocked = error instanceof Error && error.name === "PasswordException";
    throw new DocumentTextError(
      isLocked
        ? "This PDF is protected by a password; upload one without."
        : "This PDF is damaged or was not uploaded whole; save it again.",
      { cause: error },
    );
  }
};

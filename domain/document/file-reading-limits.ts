import { MEGABYTE } from "../file/bytes.ts";

/** The pages of a PDF. */
export const MOST_PDF_PAGES = 5_000;

/** How deep the elements of an HTML file or of an Office file may lie in each other; browsers draw 512 levels. */
export const MAX_ELEMENT_DEPTH = 1000;
/** How deep the values of a JSON file may lie in each other. */
export const MAX_JSON_DEPTH = 100;
/** How deep the quotations of a Markdown file may lie in each other. */
export const MAX_QUOTATION_DEPTH = 100;
/** How far a list of a Markdown file may be indented; each level is read once more for each of the levels above it. */
export const MAX_LIST_INDENTATION = 200;
/** Marks in a longer paragraph of Markdown are left as they are: finding their ends takes time with the square of its length. */
export const LONGEST_MARKED_TEXT = 20_000;

export const TOO_DEEP =
  "This file is nested too deeply to be read: save it as PDF or plain text, or close the elements that it leaves open.";

const READING_MS = 30_000;
const READING_MS_FOR_A_MEGABYTE = 6_000;
const LONGEST_READING_MS = 600_000;

/** Returns the processor time that a file may take, by its size: a small file that takes long was made to. */
export const limitProcessorMs = (fileBytes: number): number =>
  Math.min(LONGEST_READING_MS, READING_MS + Math.ceil((fileBytes / MEGABYTE) * READING_MS_FOR_A_MEGABYTE));

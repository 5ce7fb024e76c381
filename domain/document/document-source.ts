import { MEGABYTE } from "../file/bytes.ts";
import { DOCUMENT_TYPES, type DocumentType, findDocumentType, isMimeTypeOf } from "./document-type.ts";

/** The intervals at which an address may be read again: an hour to thirty days. */
export const REFRESH_HOURS = { least: 1, most: 720 } as const;
export const LONGEST_SOURCE_URL = 2_048;
/** A file from an address is held in memory until its content is known to be new. */
export const LARGEST_SOURCE_BYTES = 15 * MEGABYTE;
export const SOURCE_REDIRECTS = 5;
export const SOURCE_TIMEOUT_MS = 60_000;
/** How often an address that does not answer is asked before the document says so. */
export const SOURCE_TRIES = 3;

/** Of a document whose address was removed before anything was read from it. */
export const ADDRESS_REMOVED =
  "Its address was removed before it was read: give it an address again, or process a file of it.";

const UNNAMED_TYPE: DocumentType = "html";
const LONGEST_NAME = 120;

/** Returns the name of the document of an address: the last part of its path, else its host; a page has no ending of its own. */
export const nameSource = (url: string): string => {
  const { hostname } = new URL(url);
  const name = (lastPart(url) || hostname).slice(-LONGEST_NAME);
  return hasEnding(name) ? name : `${name}.${UNNAMED_TYPE}`;
};

/** Returns the type of what an address sent: as its server says, and where that fits several as it is named; null: none that is read. */
export const chooseSourceType = (contentType: string | null, url: string): DocumentType | null => {
  const name = lastPart(url);
  const named = hasEnding(name) ? findDocumentType(name) : null;
  if (contentType === null || (named && isMimeTypeOf(named, contentType))) return named;
  if (isMimeTypeOf("txt", contentType)) return contentType.startsWith("text/plain") ? "txt" : null;
  return DOCUMENT_TYPES.find((type) => isMimeTypeOf(type, contentType)) ?? null;
};

/** Returns the name with the ending of the type that its content turned out to have. */
export const nameAsType = (filename: string, type: DocumentType): string => {
  if (findDocumentType(filename) === type) return filename;
  const stem = hasEnding(filename) ? filename.slice(0, filename.lastIndexOf(".")) : filename;
  return `${stem}.${type}`;
};

const lastPart = (url: string): string => {
  const part = new URL(url).pathname.split("/").findLast((each) => each !== "") ?? "";
  try {
    return decodeURIComponent(part)
      .replaceAll(/[/\\\u0000-\u001f]/g, " ")
      .trim();
  } catch {
    return part;
  }
};

const hasEnding = (name: string): boolean => name.includes(".", 1) && findDocumentType(name) !== null;

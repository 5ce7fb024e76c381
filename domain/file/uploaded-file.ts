import { MEGABYTE } from "./bytes.ts";

/** The size limit of an uploaded file: a document, contacts, a national list. */
export const LARGEST_FILE_BYTES = 100 * MEGABYTE;

const LARGEST_FILE = `${LARGEST_FILE_BYTES / MEGABYTE} MB`;

export const FILE_TOO_LARGE = `A file may have ${LARGEST_FILE} (${LARGEST_FILE_BYTES} bytes) at most`;

/** The fault of a file that was uploaded past the limit; it is found where the file is read. */
export const FILE_IS_TOO_LARGE = `The file is larger than ${LARGEST_FILE}`;

/** How long a signed address accepts an upload. */
export const UPLOAD_URL_SECONDS = 1_800;

/** Twice the lifetime of the address, so that a late upload can still be processed. */
export const UPLOAD_ABANDONED_AFTER_SECONDS = 2 * UPLOAD_URL_SECONDS;

const LONGEST_STEM = 100;

/** Returns a file's name without its ending, of characters that need no escaping in a storage key; empty: it had none. */
export const buildKeyStem = (fileName: string): string =>
  fileName
    .slice(0, fileName.lastIndexOf("."))
    .replaceAll(/[^\w-]+/g, "_")
    .replaceAll(/^_+|_+$/g, "")
    .slice(0, LONGEST_STEM);

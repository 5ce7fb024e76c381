import { KILOBYTE, MEGABYTE } from "../file/bytes.ts";

/** The files that contacts, do-not-call numbers and national lists are read from, by the endings of their names. */
export const CONTACT_FILE_TYPES = ["csv", "xlsx"] as const;
export const CONTACT_FILE_NAME = new RegExp(`\\.(${CONTACT_FILE_TYPES.join("|")})$`, "i");
export const NO_CONTACT_FILE = `The file must be ${CONTACT_FILE_TYPES.map((type) => `.${type}`).join(" or ")}`;
export const USUAL_CONTACT_FILE_TYPE = "text/csv";

/** A workbook of Excel fits into memory only as a whole; larger ones are sent as CSV, whose size `LARGEST_FILE_BYTES` limits. */
export const LARGEST_EXCEL_BYTES = 20 * MEGABYTE;
export const MOST_EXCEL_ROWS = 200_000;

/** The limit for one row of either kind, which an unclosed quotation mark or cells that share one long text could exceed. */
export const LONGEST_ROW_CHARACTERS = 256 * KILOBYTE;

/** A contact file can be uploaded for this long after its address was asked for. */
export const CONTACT_FILE_URL_SECONDS = 900;

/** A file that no import has taken is removed after four such times, so that a late upload can still be imported. */
export const UNUSED_FILE_KEPT_SECONDS = 4 * CONTACT_FILE_URL_SECONDS;

/** How long the rows that an import could not take are kept as a file. */
export const ERROR_FILES_KEPT_DAYS = 30;

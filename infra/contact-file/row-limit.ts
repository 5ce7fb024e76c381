import { KILOBYTE } from "../../domain/file/bytes.ts";

/** The limit for one row, which an unclosed quotation mark or cells that share one long text could exceed. */
export const MAX_ROW_CHARACTERS = 256 * KILOBYTE;

/** Bounds what one row holds: a quotation mark that nobody closes, or cells that share one long text. */
export const MAX_ROW_CHARACTERS = 262_144;

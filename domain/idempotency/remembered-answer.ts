/** A request with a key that was sent before gets the first answer again for so long. */
export const ANSWERS_KEPT_HOURS = 24;
/**
 * After this a request without an answer counts as lost with its process, and is carried out again: its results have
 * deterministic ids, or their answer was stored with them.
 */
export const TAKE_OVER_AFTER_SECONDS = 30;
/** Characters of a key. */
export const LONGEST_KEY = 255;

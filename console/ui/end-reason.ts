import { words } from "../words/words.ts";

/** Says why a call ended; a reason that has no sentence here is shown by its own words. */
export const describeEndReason = (reason: string): string =>
  words.calls.endReasons[reason] ?? reason.replaceAll("_", " ");

import { formatName } from "../words/format.ts";
import { words } from "../words/words.ts";

/** Says why a call ended, which may be its outcome; a reason that has no sentence here is shown by its own words. */
export const describeEndReason = (reason: string): string =>
  words.calls.endReasons[reason] ?? words.calls.outcomes[reason] ?? formatName(reason);

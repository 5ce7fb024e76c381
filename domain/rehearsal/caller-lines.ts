import { foldText } from "./fold-text.ts";
import type { CallerLine } from "./scenario.ts";

/** The lines of a scripted caller that are still to be said. */
export interface CallerScript {
  /** Returns what the caller does after these words of the agent. */
  answer(heard: string): CallerLine;
  left(): number;
}

/** A caller who waits for a cue says nothing for this long. */
const WAITS_SECONDS = 10;

/**
 * Follows the lines in their order. A line with `when` waits until the agent says that, and then comes first; a caller whose
 * lines all wait says nothing, and one without lines hangs up.
 */
export const openCallerScript = (lines: readonly CallerLine[]): CallerScript => {
  const left = [...lines];
  return {
    answer: (heard) => {
      if (left.length === 0) return { hang_up: true };
      const said = foldText(heard);
      const cued = left.findIndex(({ when }) => when !== undefined && said.includes(foldText(when)));
      const at = cued >= 0 ? cued : left.findIndex(({ when }) => when === undefined);
      if (at < 0) return { silence_seconds: WAITS_SECONDS };
      return left.splice(at, 1)[0] ?? { hang_up: true };
    },
    left: () => left.length,
  };
};

import { fault, good, warning } from "./finding.ts";

/** Beyond it, people should look; the guide asks for a time server. */
const NOTABLE_GAP_SECONDS = 1;
/** Beyond it, stores refuse signatures and rules go by a wrong hour. */
const HARMFUL_GAP_SECONDS = 60;

/**
 * Judges another clock by how far it is from this one: more than a second is a warning, more than a minute a fault.
 * `toSeconds`: how exactly it was read.
 */
export const judgeClock = (theirs: Date, { ours, toSeconds = 0 }: { ours: Date; toSeconds?: number }) => {
  const apart = Math.abs(theirs.getTime() - ours.getTime()) / 1000;
  const seconds = Math.max(0, apart - toSeconds);
  if (seconds > HARMFUL_GAP_SECONDS) return fault("clock_apart", { seconds });
  return seconds > NOTABLE_GAP_SECONDS ? warning("clock_apart", { seconds }) : good("clock_agrees");
};

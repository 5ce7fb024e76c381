import { fault, good, warning } from "./finding.ts";

/** Beyond it, people should look; the guide asks for a time server. */
const NOTABLE_GAP_SECONDS = 1;
/** Beyond it, stores refuse signatures and rules go by a wrong hour. */
const HARMFUL_GAP_SECONDS = 60;

const REMEDY = "Let both machines follow one time server";

/** Tells how far another clock is from this one. `toSeconds`: how exactly it was read. */
export const judgeClock = (theirs: Date, { ours, toSeconds = 0 }: { ours: Date; toSeconds?: number }) => {
  const gap = Math.max(0, Math.abs(theirs.getTime() - ours.getTime()) / 1000 - toSeconds);
  const words = `Its clock and this one are ${gap.toFixed(1)} s apart`;
  if (gap > HARMFUL_GAP_SECONDS) return fault(words, REMEDY);
  return gap > NOTABLE_GAP_SECONDS ? warning(words, REMEDY) : good("Its clock agrees with this one");
};

import { words } from "../words/words.ts";

/** Names a kind of carrier, or the channel of a conversation without a carrier. */
export const nameCarrier = (kind: string): string => words.calls.carriers[kind] ?? kind;

/** Leaves out the technical name of the call that an event begins with: the event is shown on the call's own page. */
export const removeCallName = (summary: string, name: string): string => {
  if (!summary.startsWith(`${name}: `) && !summary.startsWith(`${name}, `)) return summary;
  const said = summary.slice(name.length + 2);
  return said.charAt(0).toUpperCase() + said.slice(1);
};

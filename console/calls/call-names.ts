import { words } from "../words/words.ts";

/** The name that the platform gives to a call that nobody has named. */
const GIVEN_NAME = /^WR-[\da-f]{8}$/;

/** Names a call by the other side's number; one without a number by the name that somebody gave it, else by what it is. */
export const nameCall = (number: string | null, { name, mode }: { name: string; mode: string }): string =>
  number ?? (GIVEN_NAME.test(name) ? (words.calls.withoutNumber[mode] ?? words.calls.numberWithheld) : name);

/** Names the channel of a conversation without a carrier; undefined: it has one. */
export const nameChannel = (mode: string): string | undefined => words.calls.channels[mode];

export const nameDirection = (direction: string): string =>
  direction === "inbound" ? words.calls.inbound : words.calls.outbound;

/** Names a kind of carrier. */
export const nameCarrier = (kind: string): string => words.calls.carriers[kind] ?? kind;

/** Leaves out the technical name of the call that an event begins with: the event is shown on the call's own page. */
export const removeCallName = (summary: string, name: string): string => {
  if (!summary.startsWith(`${name}: `) && !summary.startsWith(`${name}, `)) return summary;
  const said = summary.slice(name.length + 2);
  return said.charAt(0).toUpperCase() + said.slice(1);
};

import { listNumberZones } from "./number-zones.ts";
import { parsePhoneNumber } from "./phone-number.ts";

export const CALLER_ID_STRATEGIES = ["default", "rotate", "local_presence"] as const;

/**
 * The rule that picks which of an account's numbers is shown: its default, each in turn, or the one nearest to the
 * called person.
 */
export type CallerIdStrategy = (typeof CALLER_ID_STRATEGIES)[number];
export const USUAL_CALLER_ID_STRATEGY: CallerIdStrategy = "default";

/** A number of the account that may be shown. */
export interface CallerIdCandidate {
  e164: string;
  isDefault: boolean;
  /** Calls in progress that show this number. */
  live: number;
}

export interface CallerIdQuestion {
  strategy: CallerIdStrategy;
  candidates: readonly CallerIdCandidate[];
  calledNumber: string;
  /** The number shown to this person last time; null: they were not called yet. */
  shownBefore: string | null;
  /** How many calls at a time may show one number; null: no limit. */
  maxPerNumber: number | null;
}

/**
 * Chooses the number to show. Attempts to reach one person keep the same number while it may be shown; a new person
 * gets one with room. Null: the account has no number.
 */
export const chooseCallerId = (question: CallerIdQuestion): string | null => {
  const { strategy, candidates, shownBefore, maxPerNumber } = question;
  const standard = candidates.find(({ isDefault }) => isDefault);
  if (strategy === "default" && standard) return standard.e164;
  if (candidates.some(({ e164 }) => e164 === shownBefore)) return shownBefore;
  const free = candidates.filter(({ live }) => maxPerNumber === null || live < maxPerNumber);
  return best(free.length > 0 ? free : candidates, question)?.e164 ?? null;
};

/**
 * Returns the nearest candidate where nearness counts; among equals the one with the fewest calls, then a fixed
 * pseudo-random one for each person.
 */
const best = (
  candidates: readonly CallerIdCandidate[],
  { strategy, calledNumber }: CallerIdQuestion,
): CallerIdCandidate | undefined => {
  const ranked = candidates.map((candidate) => ({
    candidate,
    nearness: strategy === "local_presence" ? nearnessOf(candidate.e164, calledNumber) : [],
    lot: lotOf(candidate.e164, calledNumber),
  }));
  ranked.sort(
    (a, b) => compareDescending(a.nearness, b.nearness) || a.candidate.live - b.candidate.live || b.lot - a.lot,
  );
  return ranked[0]?.candidate;
};

/** Compares two lists of the same length by the first place in which they differ. */
const compareDescending = (a: readonly number[], b: readonly number[]): number => {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : Number(b[at]) - Number(a[at]);
};

/** North American area codes have three digits; a shorter common prefix means nothing. */
const AREA_CODE_LENGTH = 3;

/** Ranks by same country first, then by the longest common prefix, then by a common time zone. */
const nearnessOf = (e164: string, calledNumber: string): number[] => {
  const isSameCountry = countryOf(e164) !== null && countryOf(e164) === countryOf(calledNumber);
  const digits = commonPrefixLength(e164, calledNumber);
  const isNorthAmerican = calledNumber.startsWith("+1");
  const isShared = listNumberZones(e164).some((zone) => listNumberZones(calledNumber).includes(zone));
  const countedDigits = isNorthAmerican && digits < "+1".length + AREA_CODE_LENGTH ? 0 : digits;
  return [Number(isSameCountry), countedDigits, Number(isShared)];
};

const countryOf = (e164: string): string | null => {
  const number = parsePhoneNumber(e164);
  return number.ok ? number.country : null;
};

const commonPrefixLength = (a: string, b: string): number => {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
};

/**
 * Returns a number that is always the same for two given numbers and nearly uniform over many (FNV-1a with mixed bits).
 */
const lotOf = (e164: string, calledNumber: string): number => {
  let hash = 0x811c9dc5;
  for (const character of `${e164} ${calledNumber}`) {
    hash = Math.imul(hash ^ Number(character.codePointAt(0)), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};

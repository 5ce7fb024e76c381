import { parsePhoneNumber } from "../number/phone-number.ts";
import { zonesOfNumber } from "../number/number-zones.ts";

export const CALLER_ID_STRATEGIES = ["default", "rotate", "local_presence"] as const;

/**
 * Which of an account's numbers people see: its default one, each of them in turn, or the one nearest to the person who
 * is called.
 */
export type CallerIdStrategy = (typeof CALLER_ID_STRATEGIES)[number];

/** A number of the account that may be shown. */
export interface CallerIdCandidate {
  e164: string;
  isDefault: boolean;
  /** Calls under way that show it. */
  live: number;
}

export interface CallerIdQuestion {
  strategy: CallerIdStrategy;
  candidates: readonly CallerIdCandidate[];
  calledNumber: string;
  /** What the person saw the last time; null: they were not called yet. */
  shownBefore: string | null;
  /** How many calls at a time may show one number; null: any. */
  maxPerNumber: number | null;
}

/**
 * The number that a person sees, kept over the attempts to reach them while it may be shown. A new person gets one that
 * has room. Null: the account has no number.
 */
export const chooseCallerId = (question: CallerIdQuestion): string | null => {
  const { strategy, candidates, shownBefore, maxPerNumber } = question;
  const standard = candidates.find(({ isDefault }) => isDefault);
  if (strategy === "default" && standard) return standard.e164;
  if (candidates.some(({ e164 }) => e164 === shownBefore)) return shownBefore;
  const free = candidates.filter(({ live }) => maxPerNumber === null || live < maxPerNumber);
  return best(free.length > 0 ? free : candidates, question)?.e164 ?? null;
};

/** The nearest where nearness counts; among equals the one with the fewest calls, then by lot for each person. */
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

const compareDescending = (a: readonly number[], b: readonly number[]): number => {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (b[at] ?? 0) - (a[at] ?? 0);
};

/** Three digits name an area of North America; fewer of them in common mean nothing. */
const AREA_CODE_LENGTH = 3;

/** The same country first, then the longest prefix in common, then a time zone in common. */
const nearnessOf = (e164: string, calledNumber: string): number[] => {
  const isSameCountry = countryOf(e164) !== null && countryOf(e164) === countryOf(calledNumber);
  const digits = commonPrefixLength(e164, calledNumber);
  const isNorthAmerican = calledNumber.startsWith("+1");
  const isShared = zonesOfNumber(e164).some((zone) => zonesOfNumber(calledNumber).includes(zone));
  const countedDigits = isNorthAmerican && digits < "+1".length + AREA_CODE_LENGTH ? 0 : digits;
  return [isSameCountry ? 1 : 0, countedDigits, isShared ? 1 : 0];
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

/** The same for the same two numbers, and as good as random over many of them (FNV-1a, its bits mixed). */
const lotOf = (e164: string, calledNumber: string): number => {
  let hash = 0x811c9dc5;
  for (const character of `${e164} ${calledNumber}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};

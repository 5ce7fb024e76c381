import { cutText } from "../json/storable.ts";
import { HOUR_MS } from "../time/durations.rules.ts";
import { findLongestText, type LongestTexts, USUAL_LONGEST_TEXTS } from "./segments.rules.ts";

/** So many answers of agents one person gets in an hour: two programs that answer each other come to an end. */
export const MOST_REPLIES_AN_HOUR = 30;

/** An answer so long after the person's text keeps quiet hours as any other text does. */
export const JUST_WRITTEN_MS = HOUR_MS;

/** The most texts of one answer; what is longer is cut off. */
const MOST_PARTS = 3;

const ENDS_SENTENCE = /[.!?…।。！？]["'”’»)]?\s+/gu;

/** Cuts an answer into texts that are no longer than a carrier takes, where its sentences end, else its words. */
export const splitIntoTexts = (answer: string, limits: LongestTexts = USUAL_LONGEST_TEXTS): string[] => {
  const longest = findLongestText(limits, answer);
  const parts: string[] = [];
  let rest = answer.trim();
  while (rest.length > longest && parts.length < MOST_PARTS - 1) {
    const end = findCut(rest, longest);
    parts.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return [...parts, cutText(rest, longest)].filter((part) => part !== "");
};

const findCut = (text: string, longest: number): number => {
  const head = cutText(text, longest);
  const sentence = [...head.matchAll(ENDS_SENTENCE)].at(-1);
  if (sentence) return sentence.index + sentence[0].length;
  const word = head.lastIndexOf(" ");
  return word > 0 ? word : head.length;
};

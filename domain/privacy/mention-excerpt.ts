import { isRecord } from "../json/json-value.ts";
import { findSensitive } from "./find-sensitive.ts";

const SENTENCE_END = /(?<=[.!?\n;])\s+/;
/** Without its country a number is only known by its length. */
const NUMBER = /\+?\d[\d\s()./-]{6,}\d/g;
export const SOMEBODY_ELSE = "[somebody else]";

/**
 * Takes the sentences out of other people's text that name the person; numbers, addresses and the like in them that are not
 * the person's are left out. `pattern` has the flag `i` and no `g`.
 */
export const excerptMentions = (text: string, pattern: RegExp): string[] =>
  text
    .split(SENTENCE_END)
    .filter((sentence) => pattern.test(sentence))
    .map((sentence) => hideOthers(sentence.trim(), pattern));

const hideOthers = (sentence: string, pattern: RegExp): string => {
  let shown = "";
  let from = 0;
  for (const { start, end } of findSensitive(sentence)) {
    const found = sentence.slice(start, end);
    shown += sentence.slice(from, start) + (pattern.test(found) ? found : SOMEBODY_ELSE);
    from = end;
  }
  return (shown + sentence.slice(from)).replaceAll(NUMBER, (found) => (pattern.test(found) ? found : SOMEBODY_ELSE));
};

/** Lists the texts in a JSON value. */
export const listTexts = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(listTexts);
  if (isRecord(value)) return Object.entries(value).flatMap(([key, each]) => [key, ...listTexts(each)]);
  return [];
};

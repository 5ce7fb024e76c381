import { readDate } from "../../domain/conversation/heard/dates.ts";
import type { HeardLanguage } from "../../domain/conversation/heard/fold-words.ts";
import { readName } from "../../domain/conversation/heard/names.ts";
import { readNumber } from "../../domain/conversation/heard/number-words.ts";
import { readTime } from "../../domain/conversation/heard/times.ts";
import { isRecord } from "../../domain/json/json-value.ts";

/** What an argument of a function holds, as far as its name and its schema tell. */
type ValueKind = "date" | "time" | "name" | "phone" | "number" | "boolean" | "text";

/** How somebody's words are to be read. */
interface Listening {
  language: HeardLanguage;
  today: string | null;
  /** They were just asked for their name. */
  isNameAsked?: boolean;
}

const DATE = /^(?:date|day|datum|tag|wunschtag|fecha|dia|día|jour|तारीख|दिन)$/u;
const TIME = /^(?:time|uhrzeit|zeit|hora|heure|समय)$/u;
const NAME = /^(?:name|nombre|nom|नाम|surname|lastname|firstname|nachname|vorname)$/u;
/** Names of things are not told as people tell theirs. */
const OF_THINGS = /^(?:file|company|firma|product|produkt|business|street|city|tool|user|event)$/u;

/** Tells what an argument holds: by its format or type, else by the words of its name. */
export const kindOf = (argument: string, schema: unknown): ValueKind => {
  const { type, format } = isRecord(schema) ? schema : { type: undefined, format: undefined };
  if (format === "phone" || format === "date" || format === "time") return format;
  if (type === "number" || type === "integer") return "number";
  if (type === "boolean") return "boolean";
  const words = argument.toLowerCase().split(/[^\p{L}\p{M}]+/u);
  if (words.some((word) => DATE.test(word))) return "date";
  if (words.some((word) => TIME.test(word))) return "time";
  return words.some((word) => NAME.test(word)) && !words.some((word) => OF_THINGS.test(word)) ? "name" : "text";
};

/** Returns the value of a kind that somebody's words tell, or undefined. */
export const readValue = (kind: ValueKind, text: string, listening: Listening): string | number | undefined => {
  switch (kind) {
    case "date":
      return readDate(text, listening) ?? undefined;
    case "time":
      return readTime(text, listening.language) ?? undefined;
    case "name":
      return readName(text, { language: listening.language, isAsked: listening.isNameAsked ?? false }) ?? undefined;
    case "number":
      return readNumber(text, listening.language) ?? undefined;
    case "phone":
      return /\+\d[\d ()-]{5,}\d/.exec(text)?.[0];
    case "boolean":
    case "text":
      return undefined;
  }
};

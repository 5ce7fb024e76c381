import { isRecord, parseJson } from "./json-value.ts";

/* PostgreSQL stores neither the character NUL nor half of a surrogate pair. JSON, files and models can carry both. */

export const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

/** Returns the text without NUL, and with U+FFFD in place of half of a surrogate pair. */
export const toStorableText = (text: string): string =>
  isStorable(text) ? text : text.replaceAll("\0", "").toWellFormed();

/** Returns a value of JSON with every text in it made storable, the names of fields too. */
export const toStorable = (value: unknown): unknown => {
  if (typeof value === "string") return toStorableText(value);
  if (Array.isArray(value)) return value.map(toStorable);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [toStorableText(name), toStorable(part)]));
};

/** JSON names NUL and half of a surrogate pair by such an escape; whole pairs may be named so as well. */
const ESCAPE = /\\u(0000|d[89a-f])/i;

/** Returns JSON with every text in it made storable; a text that is not JSON stays as it is. */
export const toStorableJson = (text: string): string => {
  const value = ESCAPE.test(text) ? parseJson(text) : undefined;
  return value === undefined ? text : JSON.stringify(toStorable(value));
};

/** Returns the beginning of a text, at most `length` UTF-16 units of it: a surrogate pair at the end is left out whole. */
export const cutText = (text: string, length: number): string =>
  text.slice(0, isPairAt(text, length - 1) ? length - 1 : length);

const isPairAt = (text: string, index: number): boolean => (text.codePointAt(index) ?? 0) > 0xffff;

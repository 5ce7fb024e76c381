import { type CountryCode, isSupportedCountry } from "libphonenumber-js/min";
import { isRecord, parseJson } from "../json/json-value.ts";
import { findSensitive } from "./find-sensitive.ts";
import type { Redaction, RedactionTarget } from "./redaction-setting.ts";
import type { Sensitive, SensitiveKind } from "./sensitive-kinds.ts";

/** Replaces what is sensitive by its kind in brackets. */
export const redact = (
  text: string,
  kinds: ReadonlySet<SensitiveKind>,
  where: { country?: CountryCode | undefined } = {},
): string =>
  replaceSpans(
    text,
    findSensitive(text, where).filter(({ kind }) => kinds.has(kind)),
  );

/** Replaces these parts of a text, of which none overlaps another. */
export const replaceSpans = (text: string, spans: readonly Sensitive[]): string => {
  let replaced = "";
  let from = 0;
  for (const { kind, start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    replaced += `${text.slice(from, start)}[${kind}]`;
    from = end;
  }
  return replaced + text.slice(from);
};

const countryOf = ({ country }: Redaction): CountryCode | undefined =>
  country !== null && isSupportedCountry(country) ? country : undefined;

/** Leaves out of a text what is sensitive in it. */
export const hideInText = (text: string, redaction: Redaction): string =>
  redact(text, redaction.kinds, { country: countryOf(redaction) });

export const findHidden = (text: string, redaction: Redaction) =>
  findSensitive(text, { country: countryOf(redaction) }).filter(({ kind }) => redaction.kinds.has(kind));

/** Ids and times have digits, and say nothing of a person. */
const NAMELESS =
  /^(?:[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)$/i;
/** The numbers by which a call is known: without them nobody could tell whose call it was. */
const KEPT_FIELDS: ReadonlySet<string> = new Set(["caller_number", "called_number"]);
/** A shorter number in JSON is an amount or an id. */
const LEAST_DIGITS = 9;

/** Leaves what is sensitive out of every text in a JSON value, and out of long numbers. Other values stay as they are. */
export const hideInValue = (value: unknown, redaction: Redaction): unknown => {
  if (typeof value === "string") return NAMELESS.test(value) ? value : hideInText(value, redaction);
  if (typeof value === "number") return hideInNumber(value, redaction);
  if (Array.isArray(value)) return value.map((each: unknown) => hideInValue(each, redaction));
  return isPlain(value) ? hideInFields(value, redaction) : value;
};

export const hideInFields = (
  fields: Readonly<Record<string, unknown>>,
  redaction: Redaction,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      KEPT_FIELDS.has(name) ? value : hideInValue(value, redaction),
    ]),
  );

/** Dates and the like are objects too, and stay. */
const isPlain = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && Object.getPrototypeOf(value) === Object.prototype;

const hideInNumber = (value: number, redaction: Redaction): unknown => {
  if (!Number.isSafeInteger(value) || String(value).length < LEAST_DIGITS) return value;
  const hidden = hideInText(String(value), redaction);
  return hidden === String(value) ? value : hidden;
};

/** Leaves what is sensitive out of JSON in a text, which stays JSON. */
export const hideInJson = (json: string, redaction: Redaction): string => {
  const value = parseJson(json);
  return value === undefined ? hideInText(json, redaction) : JSON.stringify(hideInValue(value, redaction));
};

/** Applies the redaction only where it is wanted. */
export const redactionIn = (redaction: Redaction | null, ...places: readonly RedactionTarget[]): Redaction | null =>
  redaction && places.some((place) => redaction.in.has(place)) ? redaction : null;

import { type CountryCode, isSupportedCountry, ParseError, parsePhoneNumberWithError } from "libphonenumber-js/min";
import { findInternationalCountry } from "./international-number.ts";
import { chooseReading, type NumberReading } from "./number-readings.ts";
import { isSipUri } from "./trunk-address.ts";
import { readWrittenNumber } from "./written-number.ts";

export type ParsedNumber =
  /** `country`: ISO 3166 of the number itself; null where its code belongs to no country (+800, +883). */
  | { ok: true; e164: string; country: string | null }
  /** A sentence for the person who wrote the number. `isAmbiguous`: it may be either of two. */
  | { ok: false; reason: string; isAmbiguous?: true };

/**
 * Reads a telephone number into E.164. A national number (no `+`) is read in `defaultCountry` (ISO 3166, two
 * letters) and refused without one. Digits that may be either of two numbers are refused, because to dial the wrong one calls a
 * stranger, and to list the wrong one as do-not-call leaves the asker dialable. An extension is refused: dialling would reach the
 * switchboard instead.
 *
 * The `min` metadata is chosen on purpose: it knows each country's lengths and leading digits, not which ranges are
 * assigned. `max` would refuse ranges that were opened after the library's release, and several that
 * regulators keep for fiction and tests; whether a subscriber exists, only the carrier knows.
 */
export const parsePhoneNumber = (text: string, defaultCountry?: string | null): ParsedNumber => {
  const known = findInternationalCountry(text);
  if (known !== null) return { ok: true, e164: text, country: known };
  const written = readWrittenNumber(text);
  if (!written.ok) return written;
  if (written.text === "") return refused("The number is missing.");
  if (isSipUri(written.text))
    return refused("A sip: address is no telephone number: write + and country code (+12025550123).");
  const country = defaultCountry?.toUpperCase();
  return country && isSupportedCountry(country)
    ? readInCountry(written.text, country)
    : readByLibrary(written.text, undefined);
};

const readInCountry = (written: string, country: CountryCode): ParsedNumber => {
  const parsed = readByLibrary(written, country);
  if (/[+a-z]/i.test(written)) return parsed;
  const chosen = chooseReading(written, { country, national: readingOf(parsed), read: readInternational });
  if (chosen === null) return parsed;
  return chosen.ok ? { ok: true, ...chosen.reading } : chosen;
};

const readInternational = (text: string): NumberReading | null => {
  const known = findInternationalCountry(text);
  return known === null ? readingOf(readByLibrary(text, undefined)) : { e164: text, country: known };
};

const readingOf = (parsed: ParsedNumber): NumberReading | null =>
  parsed.ok ? { e164: parsed.e164, country: parsed.country } : null;

const readByLibrary = (written: string, country: CountryCode | undefined): ParsedNumber => {
  try {
    const number = parsePhoneNumberWithError(written, { extract: false, ...(country && { defaultCountry: country }) });
    if (number.ext) return refused("The number has an extension; extensions cannot be dialled.");
    const isFiction = UNASSIGNED_FICTION.test(number.number);
    if (!number.isValid() && !isFiction) return refused(invalidReason(number.country ?? country));
    return { ok: true, e164: number.number, country: number.country ?? (isFiction ? "GB" : null) };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    return refused(parseReasons[error.message] ?? "This is not a telephone number.");
  }
};

/** Tells whether national numbers can be read in `text`, a country (ISO 3166, two capital letters). */
export const isNumberingCountry = (text: string): boolean => isSupportedCountry(text);

/** Ofcom's mobile numbers for drama: the only such range in common use that the general patterns leave out. */
const UNASSIGNED_FICTION = /^\+447700900\d{3}$/;

const refused = (reason: string): ParsedNumber => ({ ok: false, reason });

const invalidReason = (country: string | undefined) =>
  country ? `No number in ${country} has this form.` : "No country has numbers of this form.";

const parseReasons: Record<string, string> = {
  INVALID_COUNTRY: "The number has no known country code; write it as + and country code, or name a default country.",
  TOO_SHORT: "The number is too short.",
  TOO_LONG: "The number is too long.",
  NOT_A_NUMBER: "This is not a telephone number.",
};

import { isSupportedCountry, ParseError, parsePhoneNumberWithError } from "libphonenumber-js/min";
import { findInternationalCountry } from "./international-number.ts";
import { isSipUri } from "./trunk-address.ts";

export type ParsedNumber =
  /** `country`: ISO 3166 of the number itself; null where its code belongs to no country (+800, +883). */
  | { ok: true; e164: string; country: string | null }
  /** A sentence for the person who wrote the number. */
  | { ok: false; reason: string };

/**
 * Reads a telephone number into E.164. A national number (no `+`) is read in `defaultCountry` (ISO 3166, two
 * letters) and refused without one. An extension is refused: dialling would reach the switchboard instead.
 *
 * The `min` metadata is chosen on purpose: it knows each country's lengths and leading digits, not which ranges are
 * assigned. `max` would refuse ranges that were opened after the library's release, and several that
 * regulators keep for fiction and tests; whether a subscriber exists, only the carrier knows.
 */
export const parsePhoneNumber = (text: string, defaultCountry?: string | null): ParsedNumber => {
  // Spreadsheets mark numbers as text with a leading apostrophe.
  const written = text.trim().replace(/^'/, "");
  if (written === "") return refused("The number is missing.");
  if (isSipUri(written))
    return refused("A sip: address is no telephone number: write + and country code (+12025550123).");
  if (/^\d+([.,]\d+)?e\+?\d+$/i.test(written)) {
    return refused("A spreadsheet shortened this number; format its column as text and save the file again.");
  }
  const known = findInternationalCountry(written);
  if (known !== null) return { ok: true, e164: written, country: known };
  return readByLibrary(written, defaultCountry?.toUpperCase());
};

const readByLibrary = (written: string, country: string | undefined): ParsedNumber => {
  try {
    const number = parsePhoneNumberWithError(written, {
      extract: false,
      ...(country && isSupportedCountry(country) && { defaultCountry: country }),
    });
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

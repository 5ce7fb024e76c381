import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import { type CountryCode, getCountryCallingCode, isSupportedCountry } from "libphonenumber-js/min";
import { countMobileDigits, findAssignedCountry, nationalPrefixOf } from "./international-number.ts";

/** One of the numbers that digits without `+` may stand for. */
export interface NumberReading {
  e164: string;
  country: string | null;
}

export type ChosenReading =
  | { ok: true; reading: NumberReading }
  | { ok: false; reason: string }
  | { ok: false; reason: string; isAmbiguous: true };

/** Reads `+` and digits, or a national number in a country; null: no valid number. */
export type ReadNumber = (text: string) => NumberReading | null;

/**
 * Chooses what digits without `+` mean in `country`. `national`: what they are by the country's rules, null when they are
 * nothing by them. They may as well be a number whose `+` was lost, or one written with 00. One reading in a range that its
 * country has assigned goes before others that the plan's general form merely allows; of equals none is guessed.
 */
export const chooseReading = (
  text: string,
  { country, national, read }: { country: CountryCode; national: NumberReading | null; read: ReadNumber },
): ChosenReading | null => {
  const digits = text.replaceAll(/\D/g, "");
  const others = otherTexts(digits, country).flatMap((each) => read(each) ?? []);
  const readings = distinct([...(national ? [national] : []), ...others]);
  const ranked = readings.map((reading) => ({ reading, isLikely: isLikely(reading.e164) }));
  const likely = ranked.filter((each) => each.isLikely);
  const [best, rival] = likely.length > 0 ? likely : ranked;
  const foreign = best?.isLikely === true ? null : readForeign(digits, country);
  if (!best) {
    if (foreign === null) return null;
    return { ok: false, reason: `No number in ${country} has this form; if it is ${foreign}, write it with +.` };
  }
  const other = rival?.reading.e164 ?? foreign ?? (national && readWithZero(digits, { country, national }));
  if (!other) return { ok: true, reading: best.reading };
  const reason = `This may be ${best.reading.e164} or ${other}: write it with + and country code.`;
  return { ok: false, reason, isAmbiguous: true };
};

/** Returns the digits as they would be with `+` in place of 00, or before the country's own code. */
const otherTexts = (digits: string, country: CountryCode): string[] => {
  if (digits.startsWith("00")) return [`+${digits.slice(2)}`];
  return digits.startsWith(getCountryCallingCode(country)) ? [`+${digits}`] : [];
};

/** Returns the number of another country whose `+` may have been lost; null: there is none. */
const readForeign = (digits: string, country: CountryCode): string | null => {
  if (digits.startsWith("0") || digits.startsWith(getCountryCallingCode(country))) return null;
  const number = parsePhoneNumberFromString(`+${digits}`);
  return number?.isValid() && number.number === `+${digits}` ? number.number : null;
};

/**
 * Returns the number whose leading zero a spreadsheet may have taken, where one with it and one without it are two numbers:
 * the zero of Gabon's longer numbers, half of Hungary's 06. Italy's mobile numbers, which begin where its landlines have
 * a zero, are taken as they are. Null: there is none.
 */
const readWithZero = (
  digits: string,
  { country, national }: { country: CountryCode; national: NumberReading },
): string | null => {
  const prefix = nationalPrefixOf(country);
  const restored = `0${digits}`;
  const dialled = prefix !== null && restored.startsWith(prefix) ? restored.slice(prefix.length) : restored;
  const withZero = `+${getCountryCallingCode(country)}${dialled}`;
  const isOther = withZero !== national.e164 && findAssignedCountry(withZero) !== null;
  if (!isOther) return null;
  const isPlainMobile = isLikely(national.e164) && isMobile(national.e164) && !isMobile(withZero);
  return isPlainMobile ? null : withZero;
};

const isMobile = (e164: string): boolean => parsePhoneNumberFromString(e164)?.getType() === "MOBILE";

const distinct = (readings: readonly NumberReading[]): NumberReading[] => [
  ...new Map(readings.map((reading) => [reading.e164, reading])).values(),
];

/**
 * Tells whether a number is in an assigned range and no longer than the country's mobile numbers: plans of landlines leave room for
 * the extensions of switchboards, which makes nearly any digits valid.
 */
const isLikely = (e164: string): boolean => {
  const country = findAssignedCountry(e164) ?? findByLibrary(e164);
  if (country === null || !isSupportedCountry(country)) return country !== null;
  const longest = countMobileDigits(country);
  return longest === null || e164.length - 1 - getCountryCallingCode(country).length <= longest;
};

/** The library also reads numbers that begin with digits that could be a national prefix. */
const findByLibrary = (e164: string): string | null => {
  const number = parsePhoneNumberFromString(e164);
  return number?.isValid() === true && number.number === e164 ? (number.country ?? "001") : null;
};

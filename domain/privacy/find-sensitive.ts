import { type CountryCode, findPhoneNumbersInText } from "libphonenumber-js/min";
import {
  isCard,
  isFrenchNir,
  isGermanTaxId,
  isIban,
  isPesel,
  isSocialSecurityNumber,
  isSpanishNif,
} from "./check-digits.rules.ts";
import type { Sensitive, SensitiveKind } from "./sensitive-kinds.ts";
import { findSpokenDigits } from "./spoken-digits.rules.ts";

interface Where {
  /** Where a number without its country's code is from; such numbers are only found with it. */
  country?: CountryCode | undefined;
}

/**
 * Finds what is sensitive in words that were written or spoken, in English, German, Spanish, French and Polish. What is found by a check,
 * such as Luhn's, goes before what is found by its form, and that before what is found by the words around it.
 */
export const findSensitive = (text: string, { country }: Where = {}): Sensitive[] => {
  const found: Sensitive[] = [];
  const add = (more: readonly Sensitive[]) => {
    for (const each of more)
      if (!found.some(({ start, end }) => each.start < end && start < each.end)) found.push(each);
  };
  add(findEmails(text));
  add(findIbans(text));
  add(findNumbers(text));
  add(findSpoken(text));
  add(findPhones(text, country));
  add(findBirthDates(text));
  add(findPasswords(text));
  return found.toSorted((one, other) => one.start - other.start);
};

const matches = (text: string, pattern: RegExp, kind: SensitiveKind): Sensitive[] =>
  [...text.matchAll(pattern)].map(({ 0: whole, index }) => ({ kind, start: index, end: index + whole.length }));

const EMAIL = /[\p{L}\d._%+-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.\p{L}{2,}/gu;
const AT = "(?:at|ät|arroba|arobase|małpa)";
const DOT = "(?:dot|punkt|punto|point|kropka)";
const PART = "[\\p{L}\\d_-]+";
const SPOKEN_EMAIL = new RegExp(
  `(?<![\\p{L}\\d])${PART}(?: ${DOT} ${PART}){0,3} ${AT} ${PART}(?: ${DOT} ${PART}){0,2} ${DOT} \\p{L}{2,}(?![\\p{L}\\d])`,
  "giu",
);
const findEmails = (text: string): Sensitive[] => [
  ...matches(text, EMAIL, "email"),
  ...matches(text, SPOKEN_EMAIL, "email"),
];

const IBAN = /(?<![A-Z0-9])[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){11,30}(?![A-Z0-9])/gi;
/** An account may be followed by words that look like its last group: the longest part that stands the check is taken. */
const findIbans = (text: string): Sensitive[] =>
  matches(text, IBAN, "iban").flatMap(({ kind, start, end }) => {
    for (let to = end; to - start >= 15; to -= 1)
      if (isIban(text.slice(start, to).replaceAll(/[ -]/g, "").toUpperCase()) && !/[ -]/.test(text[to - 1] ?? ""))
        return [{ kind, start, end: to }];
    return [];
  });

const NUMBER =
  /(?<![\p{L}\d+]|\+\d{1,3}[ -])(?:[XYZ]|\d)(?:[ .-]?\d){6,18}(?:[ .-]?(?:[A-Z](?!\p{L})|2[AB](?:[ .-]?\d){8}))?(?![\p{L}\d])/gu;
const SSN = /^\d{3}[ -]\d{2}[ -]\d{4}$/;
const findNumbers = (text: string): Sensitive[] =>
  matches(text, NUMBER, "card").flatMap(({ start, end }) => {
    const written = text.slice(start, end);
    const kind = judge(written.replaceAll(/[ .-]/g, ""), SSN.test(written) || isAbout(SSN_WORDS, text, start));
    return kind === null ? [] : [{ kind, start, end }];
  });

const judge = (digits: string, mayBeSsn: boolean): SensitiveKind | null => {
  if (isFrenchNir(digits) || isGermanTaxId(digits) || isPesel(digits) || isSpanishNif(digits)) return "national_id";
  if (isCard(digits)) return "card";
  return mayBeSsn && isSocialSecurityNumber(digits) ? "national_id" : null;
};

/** Words before a number that say what it is; so far away. */
const BEFORE = 60;
const isAbout = (pattern: RegExp, text: string, at: number): boolean =>
  pattern.test(text.slice(Math.max(0, at - BEFORE), at));
const SSN_WORDS = /social security|\bssn\b/i;
const ID_WORDS =
  /social security|\bssn\b|steuer-?id|identifikationsnummer|\bn\.?i\.?f\b|\bd\.?n\.?i\b|sécurité sociale|\bnir\b|pesel/i;
const PHONE_WORDS =
  /phone|number is|call me|reach me|telefon|nummer|rufen sie|teléfono|número|llám|téléphone|numéro|appel|numer|zadzwo/i;

/** A number that is spoken digit by digit, and stands a check or is long enough for a telephone. */
const MIN_PHONE_DIGITS = 7;
const MAX_PHONE_DIGITS = 15;
const findSpoken = (text: string): Sensitive[] =>
  findSpokenDigits(text).flatMap(({ digits, start, end }) => {
    const iban = findSpokenIban(text, { digits, start, end });
    if (iban) return [iban];
    const letter = /^[ ,-]{1,2}([A-Z])(?![\p{L}\d])/u.exec(text.slice(end));
    if (letter?.[1] && isSpanishNif(digits + letter[1]))
      return [{ kind: "national_id" as const, start, end: end + letter[0].length }];
    const kind = judge(digits, isAbout(SSN_WORDS, text, start));
    if (kind) return [{ kind, start, end }];
    if (isAbout(ID_WORDS, text, start) && digits.length >= 9) return [{ kind: "national_id" as const, start, end }];
    const isPhone =
      digits.length >= MIN_PHONE_DIGITS &&
      digits.length <= MAX_PHONE_DIGITS &&
      (digits.length >= 9 || isAbout(PHONE_WORDS, text, start));
    return isPhone ? [{ kind: "phone_number" as const, start: startOfPlus(text, start), end }] : [];
  });

const startOfPlus = (text: string, start: number): number =>
  start - (/(?:plus|más|\+) $/i.exec(text.slice(0, start))?.[0].length ?? 0);

const findSpokenIban = (
  text: string,
  { digits, start, end }: { digits: string; start: number; end: number },
): Sensitive | null => {
  const letters = /(?<![\p{L}\d])([A-Z])[ .-]?([A-Z])[ ,.-]{1,2}$/iu.exec(text.slice(0, start));
  if (!letters?.[1] || !letters[2]) return null;
  const country = `${letters[1]}${letters[2]}`.toUpperCase();
  return isIban(country + digits) ? { kind: "iban", start: start - letters[0].length, end } : null;
};

const findPhones = (text: string, country: CountryCode | undefined): Sensitive[] =>
  findPhoneNumbersInText(text, country).map(({ startsAt, endsAt }) => ({
    kind: "phone_number",
    start: startsAt,
    end: endsAt,
  }));

const MONTHS =
  "jan\\p{L}*|feb\\p{L}*|mar\\p{L}*|mär\\p{L}*|apr\\p{L}*|may|mai|mayo|jun\\p{L}*|jul\\p{L}*|aug\\p{L}*|sep\\p{L}*|o[ck]t\\p{L}*|nov\\p{L}*|de[cz]\\p{L}*|" +
  "enero|abril|agosto|dic\\p{L}*|janv\\p{L}*|févr\\p{L}*|avril|juin|juil\\p{L}*|août|déc\\p{L}*|sty\\p{L}*|lut\\p{L}*|kwie\\p{L}*|maja|czerw\\p{L}*|lip\\p{L}*|sier\\p{L}*|wrze\\p{L}*|paźd\\p{L}*|list\\p{L}*|grud\\p{L}*";
const DATE = new RegExp(
  `(?<![\\p{L}\\d])(?:\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[./-]\\d{1,2}[./-](?:19|20)?\\d{2}|` +
    `\\d{1,2}(?:st|nd|rd|th|\\.|er)?(?: of| de)? (?:${MONTHS})(?: de|,)? (?:19|20)\\d{2}|(?:${MONTHS}) \\d{1,2}(?:st|nd|rd|th)?,? (?:19|20)\\d{2})(?![\\p{L}\\d])`,
  "giu",
);
const BIRTH = /\bborn\b|birth|geboren|geburt|nac[ií]|nacimiento|(?<!\p{L})née?(?!\p{L})|naissance|urodz/iu;
const findBirthDates = (text: string): Sensitive[] =>
  matches(text, DATE, "date_of_birth").filter(({ start }) => isAbout(BIRTH, text, start));

const SECRET =
  "(?:password|passcode|pin(?: code)?|passwort|kennwort|geheimzahl|contraseña|clave|mot de passe|code secret|hasło|kod pin)";
const IS = "(?::|=|is|ist|lautet|es|est|to)";
const PASSWORD = new RegExp(`(?<![\\p{L}\\d])${SECRET} ?${IS}:? "?([^\\s",;.]{4,}|\\d{4,8})`, "giu");
/** Words that go on with the sentence and are no password. */
const NO_PASSWORD =
  /^(?:wrong|expired|incorrect|invalid|still|always|already|needed|required|missing|stored|falsch|abgelaufen|nicht|noch|incorrecta|necesari\p{L}*|obligatori\p{L}*|faux|expiré|nécessaire|oublié|requis|nieprawidłowe|wymagan\p{L}*|that|your|what|when|like|being|sent)$/iu;
const findPasswords = (text: string): Sensitive[] => [
  ...[...text.matchAll(PASSWORD)].flatMap((match): Sensitive[] => {
    const secret = match[1] ?? "";
    const start = match.index + match[0].length - secret.length;
    return NO_PASSWORD.test(secret) || findSpokenDigits(`${secret} 0`).length > 0
      ? []
      : [{ kind: "password", start, end: start + secret.length }];
  }),
  ...findSpokenDigits(text).flatMap(({ digits, start, end }): Sensitive[] =>
    digits.length >= 4 && SPOKEN_SECRET.test(text.slice(0, start)) ? [{ kind: "password", start, end }] : [],
  ),
];
const SPOKEN_SECRET = new RegExp(`(?<![\\p{L}\\d])${SECRET} ?${IS}:? $`, "iu");

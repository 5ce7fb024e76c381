import { parsePhoneNumberFromString as parseByLibrary } from "libphonenumber-js/min";

/** What a person is known by. A text that holds any of it names the person. */
export interface Person {
  /** E.164. */
  numbers: readonly string[];
  emails: readonly string[];
  /** Whole names; only those that nobody else in the organization has are looked for in other people's text. */
  names: readonly string[];
}

/** What somebody asks by. Nothing that is found leads on to others: people share addresses, such as that of whoever looks after them. */
export type AskedPerson = { phoneNumber: string } | { email: string };

/** An address by which so many numbers are known is no person's own. */
export const MOST_NUMBERS_OF_PERSON = 50;

/** Returns the addresses that are the person's alone: the one that was asked for, and those that nobody else is known by. */
export const listOwnEmails = ({ asked, own }: { asked: readonly AskedPerson[]; own: Person }): string[] =>
  unique([...asked.flatMap((each) => ("email" in each ? [each.email.toLowerCase()] : [])), ...own.emails]);

const EMAIL = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/;
export const isEmail = (text: string): boolean => text.length <= 254 && EMAIL.test(text);

/** Variables whose value is a person's whole name, or a part of it. */
const WHOLE_NAMES = new Set(["name", "fullname", "contactname", "customername", "nome", "nombre", "nom"]);
const FIRST_NAMES = new Set(["firstname", "givenname", "vorname", "prenom", "forename"]);
const LAST_NAMES = new Set(["lastname", "surname", "familyname", "nachname", "apellido", "cognome"]);
const NAMES_AT_LEAST = 4;

/** Reads what a person's own variables say of them: addresses, and the name. */
export const readPersonOf = (variables: Readonly<Record<string, unknown>>): Pick<Person, "emails" | "names"> => {
  const texts = Object.entries(variables).flatMap(([key, value]) =>
    typeof value === "string" && value.trim() !== ""
      ? [[key.toLowerCase().replaceAll(/[^a-z]/g, ""), value.trim()] as const]
      : [],
  );
  const one = (keys: ReadonlySet<string>) => texts.find(([key]) => keys.has(key))?.[1];
  const [first, last] = [one(FIRST_NAMES), one(LAST_NAMES)];
  const whole = texts.flatMap(([key, value]) => (WHOLE_NAMES.has(key) ? [value] : []));
  return {
    emails: texts.flatMap(([, value]) => (isEmail(value) ? [value.toLowerCase()] : [])),
    names: [...whole, ...(first && last ? [`${first} ${last}`, `${last}, ${first}`, `${last} ${first}`] : [])],
  };
};

/** Joins what several rows say of one person. */
export const mergePersons = (parts: readonly Partial<Person>[]): Person => ({
  numbers: unique(parts.flatMap(({ numbers = [] }) => numbers)),
  emails: unique(parts.flatMap(({ emails = [] }) => emails.map((email) => email.toLowerCase()))),
  names: unique(parts.flatMap(({ names = [] }) => names.map((name) => name.trim().replaceAll(/\s+/g, " ")))),
});

const unique = (texts: readonly string[]): string[] => [...new Set(texts)].filter((text) => text !== "");

/** In JSON the end of a line is two characters, of which the second looks like a letter. */
const ESCAPED = "\\\\[nrt]";
/** Between the digits of a number people write spaces, brackets, dots, strokes and hyphens. */
const GAP = `(?:[\\s()./\\u2010-\\u2015-]|${ESCAPED})*`;
const BETWEEN_NAMES = `(?:[\\s_.,-]|${ESCAPED})+`;

/** Begins where none of these characters stands, or behind an escape of JSON. */
const beginsAfter = (characters: string): string => `(?:(?<!${characters})|(?<=${ESCAPED}))`;

/**
 * Returns a regular expression, for PostgreSQL and JavaScript alike and without regard to case, that finds the person in text: a number
 * in any spelling, an address, a name. Null: there is nothing to look for.
 */
export const buildMentionPattern = ({ numbers, emails, names }: Person): string | null => {
  const parts = [
    ...numbers.flatMap((number) => numberPattern(number) ?? []),
    ...emails.map((email) => `${beginsAfter("[a-z0-9._%+-]")}${escape(email)}(?![a-z0-9-])`),
    ...names
      .filter(isTelling)
      .slice(0, MOST_NAMES)
      .map((name) => `${beginsAfter("\\w")}${name.split(" ").map(escape).join(BETWEEN_NAMES)}(?!\\w)`),
  ];
  return parts.length === 0 ? null : `(?:${parts.join("|")})`;
};

const LONGEST_NAME = 100;
const MOST_WORDS = 6;
const MOST_NAMES = 50;

/** A name of one word is a word of the language too often; what is longer than names are, or has no letters, is none. */
const isTelling = (name: string): boolean => {
  const words = name.split(" ");
  const isShort = name.length <= LONGEST_NAME && words.length <= MOST_WORDS;
  return isShort && name.length >= NAMES_AT_LEAST && words.length > 1 && words.every((word) => /\p{L}/u.test(word));
};

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, "\\$&");

/** With its country's code, with the prefix of its country's own calls, or bare. */
const numberPattern = (e164: string): string | null => {
  if (!/^\+\d{7,15}$/.test(e164)) return `(?<![a-z0-9])${escape(e164)}(?![a-z0-9])`;
  const spaced = (digits: string) => digits.split("").join(GAP);
  const parsed = parseByLibrary(e164);
  // A caller may tell a number of no country.
  if (!parsed) return `(?<![0-9])${spaced(e164.slice(1))}(?![0-9])`;
  const { countryCallingCode: code, nationalNumber } = parsed;
  const international = `(?:(?:\\+|00|011)${GAP})?${spaced(code)}${GAP}(?:\\(?0\\)?${GAP})?`;
  return `(?<![0-9])(?:${international}|\\(?0${GAP}|\\()?${spaced(nationalNumber)}(?![0-9])`;
};

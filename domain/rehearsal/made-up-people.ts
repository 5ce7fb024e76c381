import { readDigits } from "../conversation/spoken-numbers.ts";
import { isRecord } from "../json/json-value.ts";
import {
  AMBIGUOUS_NAMES,
  EXAMPLE_RANGES,
  INTRODUCTIONS,
  MADE_UP_GIVEN_NAMES,
  MADE_UP_SURNAMES,
  NO_NAMES,
  SPOKEN_DIGITS,
  WEAK_INTRODUCTIONS,
} from "./made-up-people.data.ts";

/** What is known of the people of a conversation. */
export interface KnownPeople {
  names: readonly string[];
  /** In E.164, of the call itself. */
  numbers: readonly string[];
  /** What the person said: they may have introduced themselves. */
  said: readonly string[];
}

/** Replaces people by made-up ones, the same one by the same one everywhere. */
export interface MadeUpPeople {
  text(text: string): string;
  /** Replaces texts and long numbers, also within. */
  json(value: unknown): unknown;
}

/** Creates the replacements of a conversation's people; they depend on nothing but the order in which people are met. */
export const makeUpPeople = ({ names, numbers, said }: KnownPeople): MadeUpPeople => {
  const nameOf = makeUpNames([...names, ...said.flatMap(listIntroduced)]);
  const numberOf = makeUpNumbers(numbers);
  const mailOf = remember((_, place) => `person${place + 1}@example.com`);
  const text = (given: string): string => {
    const mailed = given.replace(MAIL, (mail) => mailOf(mail.toLowerCase()));
    return nameOf(
      mailed
        .replace(NUMBER, (found, offset: number) =>
          isInMail(mailed, offset) || isDate(found) ? found : numberOf(found),
        )
        .replace(SPOKEN_NUMBER, (found) => numberOf(found)),
    );
  };
  const json = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    if (typeof value === "number") return Number.isSafeInteger(value) ? Number(text(String(value))) : value;
    if (Array.isArray(value)) return value.map(json);
    if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([key, each]) => [text(key), json(each)]));
    return value;
  };
  return { text, json };
};

/** Returns a function that gives each key a value by the place at which it was first met. */
const remember = (make: (key: string, place: number) => string) => {
  const made = new Map<string, string>();
  return (key: string): string => {
    const known = made.get(key) ?? make(key, made.size);
    made.set(key, known);
    return known;
  };
};

const MAIL = /(?<![\p{L}\d._%+-])[\p{L}\d._%+-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/gu;
/** Fewer than seven digits are an amount, an hour or a house. A date is found by itself, so that a number behind it is. */
const NUMBER = /(?<![\p{L}\d]|\d[.,])(?:(?:19|20)\d\d-\d\d-\d\d|\+?\(?\d(?:[ \u00a0()./-]{0,3}\d){6,})(?![\p{L}\d])/gu;
const SPOKEN_NUMBER = new RegExp(
  `(?<!\\p{L})(?:${[...SPOKEN_DIGITS].join("|")})(?:[\\s,.-]+(?:${[...SPOKEN_DIGITS].join("|")})(?!\\p{L})){6,}`,
  "giu",
);

const digitsOf = (text: string): string => text.replaceAll(/\D/g, "");
const isDate = (text: string): boolean =>
  /^(?:19|20)\d\d-\d\d-\d\d$/.test(text) || /^\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d\d$/.test(text);
const LONGEST_MAIL = 320;
const isInMail = (text: string, offset: number): boolean =>
  /^\S*@example\.com/.test(text.slice(offset, offset + LONGEST_MAIL));

/** The last digits are the same however a number is written: with its country, with a zero, with neither. */
const LAST_DIGITS = 7;

const makeUpNumbers = (known: readonly string[]) => {
  const code = codeOf(known[0] ?? "");
  const placeOf = new Map<string, number>();
  const place = (key: string): number => {
    const found = placeOf.get(key) ?? placeOf.size;
    placeOf.set(key, found);
    return found;
  };
  for (const number of known) place(digitsOf(number).slice(-LAST_DIGITS));
  return (written: string): string => {
    const digits = digitsOf(written) || readDigits(written);
    const range = (written.startsWith("+") ? codeOf(written) : code) ?? EXAMPLE_RANGES[0];
    if (!range) return written;
    const key = digits === "" ? written.toLowerCase().replaceAll(/[\s,.-]+/g, " ") : digits.slice(-LAST_DIGITS);
    const national = `${range.begins}${String(place(key) % 10 ** range.digits).padStart(range.digits, "0")}`;
    if (written.startsWith("+")) return `+${range.code}${national}`;
    return written.startsWith("0") && range.code !== "1" ? `0${national}` : national;
  };
};

const codeOf = (number: string) =>
  EXAMPLE_RANGES.find(({ code }) => number.startsWith(`+${code}`)) ?? (number === "" ? undefined : EXAMPLE_RANGES[0]);

/** Returns a function that replaces these names, whole or by their parts. */
const makeUpNames = (names: readonly string[]): ((text: string) => string) => {
  const parts = new Map<string, string>();
  const taken = new Set(names.flatMap(splitName).map(fold));
  const givenNames = free(MADE_UP_GIVEN_NAMES, taken);
  const surnames = free(MADE_UP_SURNAMES, taken);
  const counts = { given: 0, last: 0 };
  for (const name of names) {
    for (const [at, part] of splitName(name).entries()) {
      if (parts.has(fold(part))) continue;
      const [pool, count] = at === 0 ? [givenNames, counts.given++] : [surnames, counts.last++];
      parts.set(fold(part), pool[count % pool.length] ?? "Alex");
    }
  }
  if (parts.size === 0) return (text) => text;
  const any = [...parts.keys()].sort((one, other) => other.length - one.length).map(escapePattern);
  const pattern = new RegExp(`(?<![\\p{L}\\p{M}])(?:${any.join("|")})(?![\\p{L}\\p{M}])`, "giu");
  return (text) =>
    text.normalize("NFC").replace(pattern, (found) => {
      const isWord = AMBIGUOUS_NAMES.has(fold(found)) && found === found.toLowerCase();
      return isWord ? found : (parts.get(fold(found)) ?? found);
    });
};

const fold = (text: string): string => text.normalize("NFC").toLowerCase();
const escapePattern = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&");
const free = (names: readonly string[], taken: ReadonlySet<string>): string[] =>
  names.filter((name) => !taken.has(fold(name)));

/** Parts of a name that name nobody. */
const NO_PARTS = new Set(
  "mr mrs ms dr prof herr frau se\u00f1or se\u00f1ora monsieur madame de del la las los van von der den da di du des le el al y e und and zu".split(
    " ",
  ),
);

/** Returns the parts of a name without titles, particles and single letters. */
const splitName = (name: string): string[] =>
  name
    .normalize("NFC")
    .split(/[^\p{L}\p{M}'\u2019]+/u)
    .filter((part) => part.length > 1 && !NO_PARTS.has(fold(part)));

/** Returns the names by which a person introduces themselves. */
const listIntroduced = (said: string): string[] =>
  [
    ...[...said.matchAll(INTRODUCTIONS)].map(({ index, 0: words }) => takeName(said.slice(index + words.length), true)),
    ...[...said.matchAll(WEAK_INTRODUCTIONS)].map(({ index, 0: words }) =>
      takeName(said.slice(index + words.length), false),
    ),
  ].filter((name) => name !== "");

const takeName = (words: string, isSure: boolean): string => {
  const [first = "", second = ""] = words.match(/^[\p{L}\p{M}'-]+(?: \p{Lu}[\p{L}\p{M}'-]+)?/u)?.[0].split(" ") ?? [];
  const isCapital = /^\p{Lu}/u.test(first);
  if (NO_NAMES.has(fold(first)) || (!isCapital && !isSure)) return "";
  return `${first} ${second}`.trim();
};

const NAME_KEY = /(?:^|_)(?:name|first|last|surname|vorname|nachname|nombre|apellido|nom|prenom)(?:$|_)/i;
const OTHER_NAME_KEY =
  /company|organi[sz]ation|agent|product|service|file|event|brand|shop|store|team|campaign|firma|empresa/i;

/** Returns the values whose keys say that they are a person's name, also of objects within. */
export const listNamedPeople = (values: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(values).flatMap(([key, value]) => {
    if (Array.isArray(value)) return value.flatMap((each: unknown) => (isRecord(each) ? listNamedPeople(each) : []));
    if (isRecord(value)) return listNamedPeople(value);
    const words = key.replaceAll(/([a-z])([A-Z])/g, "$1_$2");
    return typeof value === "string" && NAME_KEY.test(words) && !OTHER_NAME_KEY.test(words) ? [value] : [];
  });

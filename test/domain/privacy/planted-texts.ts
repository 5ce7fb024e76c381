import {
  isCard,
  isFrenchNir,
  isGermanTaxId,
  isIban,
  isPesel,
  isSpanishNif,
} from "../../../domain/privacy/check-digits.rules.ts";
import type { SensitiveKind } from "../../../domain/privacy/sensitive-kinds.ts";

export const LANGUAGES = ["en", "de", "es", "fr", "pl"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Mulberry32: the same seed gives the same texts. */
export const seeded = (seed: number) => {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (below: number) => Math.floor(next() * below);
  return {
    whole,
    pick: <T>(items: readonly [T, ...T[]]): T => items[whole(items.length)] ?? items[0],
    digits: (count: number) => Array.from({ length: count }, () => whole(10)).join(""),
  };
};
export type Seeded = ReturnType<typeof seeded>;

const until = (make: () => string, isRight: (text: string) => boolean): string => {
  for (;;) {
    const made = make();
    if (isRight(made)) return made;
  }
};

const UNITS: Readonly<Record<Language, readonly string[]>> = {
  en: ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"],
  de: ["null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun"],
  es: ["cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve"],
  fr: ["zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf"],
  pl: ["zero", "jeden", "dwa", "trzy", "cztery", "pięć", "sześć", "siedem", "osiem", "dziewięć"],
};
const GERMAN_TENS = ["", "", "zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"];
const ENGLISH_TENS = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/** Speaks digits one by one, or, in English and German, some of them by two. */
const speak = (digits: string, language: Language, random: Seeded): string => {
  const spoken: string[] = [];
  for (let at = 0; at < digits.length; at += 1) {
    const [ten, unit] = [Number(digits[at]), Number(digits[at + 1])];
    const byTwo = ten > 1 && unit > 0 && random.whole(4) === 0;
    if (byTwo && (language === "de" || language === "en")) {
      const first = unit === 1 ? "ein" : (UNITS.de[unit] ?? "");
      spoken.push(language === "de" ? `${first}und${GERMAN_TENS[ten]}` : `${ENGLISH_TENS[ten]} ${UNITS.en[unit]}`);
      at += 1;
    } else spoken.push(UNITS[language][ten] ?? "");
  }
  return spoken.join(" ");
};

const group = (digits: string, size: number, by: string): string =>
  (digits.match(new RegExp(`.{1,${size}}`, "g")) ?? []).join(by);

const card = (random: Seeded) => until(() => `4${random.digits(15)}`, isCard);
const iban = (random: Seeded) => until(() => `${random.pick(["DE", "ES", "FR", "PL"])}${random.digits(20)}`, isIban);
const taxId = (random: Seeded) => until(() => random.digits(11), isGermanTaxId);
const pesel = (random: Seeded) => until(() => random.digits(11), isPesel);
const nif = (random: Seeded) =>
  until(() => `${random.digits(8)}${random.pick(["A", "B", "C", "D", "E", "F", "T", "Z"])}`, isSpanishNif);
const nir = (random: Seeded) => {
  const first = `${1 + random.whole(2)}${random.digits(2)}0${1 + random.whole(9)}${random.digits(8)}`;
  return until(() => `${first}${String(97n - (BigInt(first) % 97n)).padStart(2, "0")}`, isFrenchNir);
};
const ssn = (random: Seeded) => `${100 + random.whole(500)}-${10 + random.whole(80)}-${1000 + random.whole(8000)}`;

const IS: Readonly<
  Record<Language, { number: string; born: string; pin: string; secret: string; at: string; dot: string }>
> = {
  en: {
    number: "my phone number is",
    born: "I was born on",
    pin: "the PIN is",
    secret: "my password is",
    at: "at",
    dot: "dot",
  },
  de: {
    number: "meine Nummer ist",
    born: "ich bin geboren am",
    pin: "die PIN ist",
    secret: "mein Passwort lautet",
    at: "ät",
    dot: "Punkt",
  },
  es: {
    number: "mi número es",
    born: "nací el",
    pin: "el PIN es",
    secret: "mi contraseña es",
    at: "arroba",
    dot: "punto",
  },
  fr: {
    number: "mon numéro est",
    born: "je suis né le",
    pin: "le PIN est",
    secret: "mon mot de passe est",
    at: "arobase",
    dot: "point",
  },
  pl: {
    number: "mój numer to",
    born: "urodziłem się",
    pin: "PIN to",
    secret: "moje hasło to",
    at: "małpa",
    dot: "kropka",
  },
};
const MONTH: Readonly<Record<Language, string>> = { en: "March", de: "März", es: "marzo", fr: "mars", pl: "marca" };

interface Planted {
  kind: SensitiveKind;
  text: string;
  /** What must not be left. */
  secret: string;
}

type Maker = (random: Seeded, language: Language) => { kind: SensitiveKind; secret: string; before?: string };

const NUMBERS: Readonly<Record<Language, (random: Seeded) => string>> = {
  en: (random) => `+1 415 ${200 + random.whole(700)} ${random.digits(4)}`,
  de: (random) => `+49 1${random.pick(["51", "60", "70"])} ${random.pick(["2", "5"])}${random.digits(7)}`,
  es: (random) => `+34 6${random.digits(2)} ${random.digits(3)} ${random.digits(3)}`,
  fr: (random) => `+33 6 ${random.digits(2)} ${random.digits(2)} ${random.digits(2)} ${random.digits(2)}`,
  pl: (random) => `+48 5${random.digits(2)} ${random.digits(3)} ${random.digits(3)}`,
};
const WORD = ["sword", "lantern", "Birne", "nube", "fleur", "zamek"] as const;

/** Ten kinds, some of them written and spoken. */
const MAKERS: readonly [Maker, ...Maker[]] = [
  (random) => ({ kind: "card", secret: group(card(random), 4, random.pick([" ", "", "-"])) }),
  (random, language) => ({ kind: "card", secret: speak(card(random), language, random) }),
  (random) => ({ kind: "iban", secret: group(iban(random), 4, random.pick([" ", ""])) }),
  (random) => ({
    kind: "email",
    secret: `${random.pick(WORD)}.${random.digits(3)}@example.${random.pick(["net", "org"])}`,
  }),
  (random, language) => ({
    kind: "email",
    secret: `${random.pick(WORD)} ${IS[language].at} example ${IS[language].dot} net`,
  }),
  (random, language) => ({ kind: "phone_number", secret: NUMBERS[language](random), before: IS[language].number }),
  (random, language) => ({
    kind: "phone_number",
    secret: speak(`0${random.digits(9)}`, language, random),
    before: IS[language].number,
  }),
  (random) => ({ kind: "national_id", secret: random.pick([taxId, pesel, nif, nir, ssn])(random) }),
  (random, language) => ({
    kind: "date_of_birth",
    secret: random.pick([
      `${1 + random.whole(28)}.${1 + random.whole(12)}.19${10 + random.whole(89)}`,
      `${1 + random.whole(28)} ${MONTH[language]} 19${10 + random.whole(89)}`,
    ]),
    before: IS[language].born,
  }),
  (random, language) => ({ kind: "password", secret: random.digits(6), before: IS[language].pin }),
  (random, language) => ({
    kind: "password",
    secret: `${random.pick(WORD)}${random.digits(3)}!x`,
    before: IS[language].secret,
  }),
  (random, language) => ({
    kind: "password",
    secret: speak(random.digits(4), language, random),
    before: IS[language].pin,
  }),
];

const AROUND: Readonly<Record<Language, readonly [string, string]>> = {
  en: ["Well, yes,", "and that is all"],
  de: ["Also gut,", "und das war alles"],
  es: ["Bueno,", "y eso es todo"],
  fr: ["Alors,", "et c'est tout"],
  pl: ["No dobrze,", "oraz tyle"],
};

export const plant = (random: Seeded, at: number): Planted => {
  const language = LANGUAGES[at % LANGUAGES.length] ?? "en";
  const maker = MAKERS[Math.floor(at / LANGUAGES.length) % MAKERS.length] ?? MAKERS[0];
  const { kind, secret, before = "" } = maker(random, language);
  const [begin, end] = AROUND[language];
  return { kind, secret, text: `${begin} ${before}${before && " "}${secret}, ${end}` };
};

const INNOCENT: Readonly<Record<Language, readonly ((random: Seeded) => string)[]>> = {
  en: [
    (r) =>
      `The order ${r.digits(7)} comes on 2026-0${1 + r.whole(9)}-1${r.whole(9)} for ${r.whole(900)}.${r.digits(2)} dollars`,
    (r) => `We are ${2 + r.whole(7)} people, at ${1 + r.whole(11)}:30, and my password is wrong`,
    () => "I have two or three questions, one about the phone and one about the invoice of twenty twenty-five",
    () => "Look at point four, it is at the end of page seventy-two",
  ],
  de: [
    (r) => `Die Rechnung ${r.digits(6)} vom ${1 + r.whole(28)}.03.2026 über ${r.whole(900)},${r.digits(2)} Euro`,
    () => "Ein Tisch für vier um halb acht, eine Person kommt um neun",
    () => "Mein Passwort ist falsch, und der Punkt auf Seite vierundvierzig auch",
  ],
  es: [
    (r) => `El pedido ${r.digits(7)} llega el ${1 + r.whole(28)}/03/2026 y cuesta ${r.whole(900)} euros`,
    () => "Somos dos o tres, y una mesa para cuatro a las ocho está bien",
    () => "Mi contraseña es incorrecta, en el punto dos",
  ],
  fr: [
    (r) => `La facture ${r.digits(6)} du ${1 + r.whole(28)}/03/2026 est de ${r.whole(900)},${r.digits(2)} euros`,
    () => "Une table pour quatre à huit heures, un enfant et deux adultes",
    () => "Mon mot de passe est expiré depuis le point deux",
  ],
  pl: [
    (r) => `Zamówienie ${r.digits(7)} z dnia ${1 + r.whole(28)}.03.2026 za ${r.whole(900)} złotych`,
    () => "Stolik na cztery osoby o ósmej, dwa krzesła i jeden kot",
    () => "Hasło to nieprawidłowe, punkt dwa",
  ],
};

export const innocent = (random: Seeded, at: number): string => {
  const sentences = INNOCENT[LANGUAGES[at % LANGUAGES.length] ?? "en"];
  return sentences[random.whole(sentences.length)]?.(random) ?? "";
};

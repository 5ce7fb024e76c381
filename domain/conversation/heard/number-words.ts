import { foldWords, HEARD_LANGUAGES, type HeardLanguage } from "./fold-words.ts";

/** A number word, and whether it tells a place in a row ("third"). */
interface NumberWord {
  value: number;
  isOrdinal: boolean;
}

const list = (words: string): string[] => words.split(" ");

const ENGLISH = list(
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
);
const ENGLISH_TENS = list("- - twenty thirty forty fifty sixty seventy eighty ninety");
const ENGLISH_ORDINALS = list(
  "- first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth",
);
const GERMAN = list(
  "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn",
);
const GERMAN_TENS = list("- - zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig");
const GERMAN_ORDINALS = list(
  "- erste zweite dritte vierte fünfte sechste siebte achte neunte zehnte elfte zwölfte dreizehnte vierzehnte fünfzehnte sechzehnte siebzehnte achtzehnte neunzehnte",
);
const SPANISH = list(
  "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve",
);
const SPANISH_TENS = list("- - - treinta cuarenta cincuenta sesenta setenta ochenta noventa");
const FRENCH = list(
  "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf",
);
const FRENCH_TENS = list("- - vingt trente quarante cinquante soixante soixante quatre-vingt quatre-vingt");
/** Hindi has a word of its own for each number. */
const HINDI = list(
  "शून्य एक दो तीन चार पाँच छह सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस बीस इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस चालीस इकतालीस बयालीस तैंतालीस चौवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास पचास इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ साठ",
);
const HINDI_SPELLINGS: Readonly<Record<string, number>> = {
  पांच: 5,
  छः: 6,
  छे: 6,
  पन्द्रह: 15,
  सत्तर: 70,
  अस्सी: 80,
  नब्बे: 90,
};

type Words = [word: string, value: number, isOrdinal?: boolean][];

const english = (): Words =>
  upTo(99).flatMap((value): Words => {
    const [tens, unit] = [ENGLISH_TENS[Math.floor(value / 10)] ?? "", value % 10];
    if (value < 20)
      return [
        [ENGLISH[value] ?? "", value],
        [ENGLISH_ORDINALS[value] ?? "", value, true],
      ];
    if (unit === 0)
      return [
        [tens, value],
        [tens.replace(/y$/, "ieth"), value, true],
      ];
    return [
      [`${tens} ${ENGLISH[unit]}`, value],
      [`${tens} ${ENGLISH_ORDINALS[unit]}`, value, true],
    ];
  });

const german = (): Words => [
  ...list("ein eine einen einem einer").map((word): Words[number] => [word, 1]),
  ["zwo", 2],
  ...upTo(99).flatMap((value): Words => {
    const unit = value % 10;
    const tens = GERMAN_TENS[Math.floor(value / 10)] ?? "";
    const whole = unit === 0 ? tens : `${unit === 1 ? "ein" : GERMAN[unit]}und${tens}`;
    const word = value < 20 ? (GERMAN[value] ?? "") : whole;
    const ordinal = value < 20 ? (GERMAN_ORDINALS[value] ?? "") : `${whole}ste`;
    return [[word, value], ...["", "n", "r"].map((end): Words[number] => [`${ordinal}${end}`, value, true])];
  }),
];

const spanish = (): Words => [
  ["una", 1],
  ["un", 1],
  ["primero", 1, true],
  ...upTo(99).map((value): Words[number] => {
    if (value < 30) return [SPANISH[value] ?? "", value];
    const tens = SPANISH_TENS[Math.floor(value / 10)] ?? "";
    return [value % 10 === 0 ? tens : `${tens} y ${SPANISH[value % 10]}`, value];
  }),
];

const french = (): Words => [
  ["une", 1],
  ["premier", 1, true],
  ["quatre-vingts", 80],
  ...upTo(99).map((value): Words[number] => {
    if (value < 20) return [FRENCH[value] ?? "", value];
    const tens = FRENCH_TENS[Math.floor(value / 10)] ?? "";
    // Seventy and ninety are counted on from sixty and eighty.
    const rest = value >= 60 ? value % 20 : value % 10;
    if (rest === 0) return [tens, value];
    const joined = (rest === 1 || rest === 11) && value < 80 ? `${tens} et ${FRENCH[rest]}` : `${tens} ${FRENCH[rest]}`;
    return [joined, value];
  }),
];

const hindi = (): Words => [
  ...HINDI.map((word, value): Words[number] => [word, value]),
  ...Object.entries(HINDI_SPELLINGS).map(([word, value]): Words[number] => [word, value]),
];

const upTo = (most: number): number[] => Array.from({ length: most + 1 }, (_, value) => value);

const tableOf = (words: Words): ReadonlyMap<string, NumberWord> =>
  new Map(
    words
      .filter(([word]) => word !== "" && word !== "-")
      .map(([word, value, isOrdinal = false]) => [foldWords(word), { value, isOrdinal }]),
  );

const TABLES: Readonly<Record<HeardLanguage, ReadonlyMap<string, NumberWord>>> = {
  en: tableOf(english()),
  de: tableOf(german()),
  es: tableOf(spanish()),
  fr: tableOf(french()),
  hi: tableOf(hindi()),
};
/** "Quatre vingt dix neuf". */
const LONGEST_PHRASE = 4;
const ENDS = /[.,;:!?।]+$/;

/**
 * Writes the numbers below a hundred in folded words as digits; one that tells a place in a row gets a `#`: "the third of
 * May" becomes "the 3# of may".
 */
export const writeAsDigits = (folded: string, language: HeardLanguage): string => {
  const table = TABLES[language];
  const tokens = folded.split(" ");
  const written: string[] = [];
  for (let at = 0; at < tokens.length; ) {
    const found = findNumber(tokens, at, table);
    if (found) written.push(found.text);
    else written.push((tokens[at] ?? "").replace(/^(\d{1,2})(?:st|nd|rd|th|er)(?=\P{L}|$)/u, "$1#"));
    at += found?.length ?? 1;
  }
  return written.join(" ");
};

const findNumber = (
  tokens: readonly string[],
  at: number,
  table: ReadonlyMap<string, NumberWord>,
): { text: string; length: number } | null => {
  for (let length = Math.min(LONGEST_PHRASE, tokens.length - at); length > 0; length -= 1) {
    const phrase = tokens.slice(at, at + length).join(" ");
    const end = ENDS.exec(phrase)?.[0] ?? "";
    const number = table.get(phrase.slice(0, phrase.length - end.length));
    if (number) return { text: `${number.value}${number.isOrdinal ? "#" : ""}${end}`, length };
  }
  return null;
};

/** Words that count in hundreds and thousands. */
const SCALES: Readonly<Record<HeardLanguage, Readonly<Record<string, number>>>> = {
  en: { hundred: 100, thousand: 1_000 },
  de: { hundert: 100, tausend: 1_000 },
  es: { cien: 100, ciento: 100, mil: 1_000 },
  fr: { cent: 100, cents: 100, mille: 1_000 },
  hi: { सौ: 100, हजार: 1_000, [foldWords("हज़ार")]: 1_000 },
};
/** Spanish has words for whole hundreds. */
const SPANISH_HUNDREDS = new Map(
  list("doscient trescient cuatrocient quinient seiscient setecient ochocient novecient").flatMap((word, at) =>
    ["os", "as"].map((end): [string, number] => [`${word}${end}`, (at + 2) * 100]),
  ),
);
const JOINERS: ReadonlySet<string> = new Set(["and", "a", "und", "y", "et"]);

/** Returns the last number that words tell, or null; hundreds and thousands count as they are said. */
export const readNumber = (text: string, language: HeardLanguage): number | null => {
  const written = writeAsDigits(splitGermanScales(foldWords(text), language), language);
  let last: number | null = null;
  let sum: { total: number; group: number | null } | null = null;
  for (const token of written.split(" ")) {
    const word = token.replace(ENDS, "").replace(/#$/, "");
    const scale = SCALES[language][word];
    const value = valueOf(word);
    if (scale !== undefined) sum = scaled(sum, scale);
    else if (value !== null) sum = added(sum, value);
    else if (!JOINERS.has(word)) sum = null;
    if (sum) last = sum.total + (sum.group ?? 0);
    if (word !== token.replace(/#$/, "")) sum = null;
  }
  return last;
};

type Sum = { total: number; group: number | null } | null;

const scaled = (sum: Sum, scale: number): Sum => {
  const { total, group } = sum ?? { total: 0, group: null };
  const counted = (group ?? 1) * scale;
  return scale === 1_000 ? { total: total + counted, group: null } : { total, group: counted };
};

/** A number goes on after whole hundreds and thousands; after another number a new one begins. */
const added = (sum: Sum, value: number): Sum => {
  if (sum === null || (sum.group !== null && (sum.group % 100 !== 0 || value >= 100)))
    return { total: 0, group: value };
  return { total: sum.total, group: (sum.group ?? 0) + value };
};

const valueOf = (word: string): number | null =>
  /^-?\d+(?:[.,]\d+)?$/.test(word) ? Number(word.replace(",", ".")) : (SPANISH_HUNDREDS.get(word) ?? null);

/** German joins hundreds to one word: "dreihundertfünf". */
const splitGermanScales = (folded: string, language: HeardLanguage): string =>
  language === "de"
    ? folded
        .replaceAll(/hundert|tausend/g, " $& ")
        .replaceAll(/ +/g, " ")
        .trim()
    : folded;

/** Lists every word for numbers, for tests and for telling languages apart. */
export const listNumberWords = (): { language: HeardLanguage; word: string; value: number }[] =>
  HEARD_LANGUAGES.flatMap((language) => [...TABLES[language]].map(([word, { value }]) => ({ language, word, value })));

/** How people say numbers, in English and German, as whole words. */
const UNITS: Readonly<Record<string, number>> = {
  zero: 0,
  oh: 0,
  null: 0,
  one: 1,
  ein: 1,
  eins: 1,
  eine: 1,
  einen: 1,
  einem: 1,
  einer: 1,
  two: 2,
  zwei: 2,
  zwo: 2,
  couple: 2,
  three: 3,
  drei: 3,
  four: 4,
  vier: 4,
  five: 5,
  fünf: 5,
  six: 6,
  sechs: 6,
  seven: 7,
  sieben: 7,
  eight: 8,
  acht: 8,
  nine: 9,
  neun: 9,
  ten: 10,
  zehn: 10,
  eleven: 11,
  elf: 11,
  twelve: 12,
  zwölf: 12,
  dozen: 12,
  dutzend: 12,
  thirteen: 13,
  dreizehn: 13,
  fourteen: 14,
  vierzehn: 14,
  fifteen: 15,
  fünfzehn: 15,
  sixteen: 16,
  sechzehn: 16,
  seventeen: 17,
  siebzehn: 17,
  eighteen: 18,
  achtzehn: 18,
  nineteen: 19,
  neunzehn: 19,
  once: 1,
  twice: 2,
  einmal: 1,
  zweimal: 2,
  half: 0.5,
  halb: 0.5,
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  seventh: 7,
  eighth: 8,
  ninth: 9,
  tenth: 10,
  eleventh: 11,
  twelfth: 12,
  thirteenth: 13,
  fourteenth: 14,
  fifteenth: 15,
  sixteenth: 16,
  seventeenth: 17,
  eighteenth: 18,
  nineteenth: 19,
  twentieth: 20,
  thirtieth: 30,
  ersten: 1,
  zweiten: 2,
  dritten: 3,
  vierten: 4,
  fünften: 5,
  sechsten: 6,
  siebten: 7,
  achten: 8,
  neunten: 9,
  zehnten: 10,
};
const TENS: Readonly<Record<string, number>> = {
  twenty: 20,
  zwanzig: 20,
  thirty: 30,
  dreißig: 30,
  forty: 40,
  vierzig: 40,
  fifty: 50,
  fünfzig: 50,
  sixty: 60,
  sechzig: 60,
  seventy: 70,
  siebzig: 70,
  eighty: 80,
  achtzig: 80,
  ninety: 90,
  neunzig: 90,
};
const SCALES: Readonly<Record<string, number>> = {
  hundred: 100,
  hundert: 100,
  thousand: 1000,
  tausend: 1000,
  k: 1000,
  grand: 1000,
  million: 1e6,
  millionen: 1e6,
  billion: 1e9,
  milliarden: 1e9,
};

/**
 * Returns every number that the words can be read as: digits with or without separators, and words: "twenty one", "one hundred and
 * five", "zweiundzwanzig", "nineteen eighty four".
 */
export const readNumbers = (words: string): Set<number> => {
  const lower = words.toLowerCase();
  const written = [...lower.matchAll(/\d[\d.,' ]*\d|\d/g)].flatMap(([digits]) => readWritten(digits));
  const numbers = [...written, ...readSpoken(lower).flatMap(({ values }) => values)];
  return new Set([...numbers, ...numbers.map((number) => -number)]);
};

/** Returns the digits of the words in a row, those that are spoken as digits included. */
export const readDigits = (words: string): string =>
  readSpoken(words.toLowerCase())
    .map(({ digits }) => digits)
    .join("");

const readWritten = (written: string): number[] => {
  const bare = written.replaceAll(/[\s']/g, "");
  return [
    Number(bare.replaceAll(",", "")),
    Number(bare.replaceAll(".", "").replace(",", ".")),
    Number(bare.replaceAll(/[.,]/g, "")),
    ...written.split(/[\s.,']+/).map(Number),
  ].filter((number) => Number.isFinite(number));
};

/** German numbers are one word: "zweiundzwanzig", "dreihundert". */
const splitWords = (lower: string): string[] =>
  lower
    .split(/[^\p{L}\p{N}.,]+/u)
    .map((token) => token.replace(/^[.,]+|[.,]+$/g, ""))
    .flatMap((token) => (valueOf(token) === null ? splitJoined(token) : [token]))
    .filter((token) => token !== "");

const JOINED = new RegExp(
  `(${[...Object.keys(SCALES), ...Object.keys(TENS), ...Object.keys(UNITS)].sort((a, b) => b.length - a.length).join("|")}|und)`,
  "gu",
);

const splitJoined = (token: string): string[] => {
  const parts = token.match(JOINED) ?? [];
  return parts.length > 1 && parts.join("") === token ? parts : [token];
};

const valueOf = (token: string): number | null => {
  if (/^\d+([.,]\d+)*$/.test(token)) return readWritten(token)[0] ?? null;
  const ordinal = /^(\d+)(st|nd|rd|th)$/.exec(token);
  if (ordinal) return Number(ordinal[1]);
  return UNITS[token] ?? TENS[token] ?? null;
};

/** A number as far as it goes on, what it can be, and its digits as they are said. */
interface Spoken {
  values: number[];
  digits: string;
}

const readSpoken = (lower: string): Spoken[] => {
  const tokens = splitWords(lower);
  const spoken: Spoken[] = [];
  for (let from = 0; from < tokens.length; ) {
    const { value, to } = readOne(tokens, from);
    if (value === null) {
      spoken.push({ values: [], digits: tokens[from]?.replaceAll(/\D/g, "") ?? "" });
      from += 1;
      continue;
    }
    const isWritten = to === from + 1 && /^\d/.test(tokens[from] ?? "");
    const before = spoken.at(-1)?.values[0];
    spoken.push({
      values: [value, ...(before !== undefined && isYear(before, value) ? [before * 100 + value] : [])],
      digits: isWritten ? (tokens[from]?.replaceAll(/\D/g, "") ?? "") : Number.isInteger(value) ? String(value) : "",
    });
    from = to;
  }
  return spoken;
};

/** "Nineteen eighty four" is said in two halves. */
const isYear = (before: number, value: number): boolean => before >= 10 && before <= 99 && value >= 10 && value <= 99;

/** Reads the longest number that begins at a word; what does not continue it begins the next one. */
const readOne = (tokens: readonly string[], from: number): { value: number | null; to: number } => {
  let total = 0;
  let group: number | null = null;
  let to = from;
  for (let at = from; at < tokens.length; at += 1) {
    const token = tokens[at] ?? "";
    const scale = SCALES[token];
    const value = valueOf(token);
    if (scale !== undefined) {
      const scaled: number = (group ?? 1) * scale;
      total += scale >= 1000 ? scaled : 0;
      group = scale >= 1000 ? 0 : scaled;
    } else if (value !== null && continues(group, value, tokens[at - 1])) group = (group ?? 0) + value;
    else if (!(JOINERS.has(token) && (group !== null || SCALES[tokens[at + 1] ?? ""] !== undefined))) break;
    if (scale !== undefined || value !== null) to = at + 1;
  }
  return to === from ? { value: null, to } : { value: total + (group ?? 0), to };
};

/** Tens take units, hundreds take both, and in German the unit comes first: "zwei und zwanzig". */
const continues = (group: number | null, value: number, before: string | undefined): boolean => {
  if (group === null) return true;
  // A spoken zero is a digit of its own; after "thousand" nothing is counted yet.
  if (group === 0) return before !== undefined && (SCALES[before] !== undefined || JOINERS.has(before));
  if (before === "und" && group < 10 && value >= 20 && value % 10 === 0) return true;
  if (group % 100 === 0) return value < 100;
  return group % 10 === 0 && group >= 20 && value < 10;
};

const JOINERS: ReadonlySet<string> = new Set(["and", "und", "a", "an"]);

/**
 * Digits that are spoken in English, German, Spanish, French or Polish. Numbers of two digits are spoken as one word or two; their digits
 * are read in their order.
 */
const UNITS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ["zero oh null cero zéro zero", "0"],
    ["one eins ein eine uno un une jeden", "1"],
    ["two zwei zwo dos deux dwa", "2"],
    ["three drei tres trois trzy", "3"],
    ["four vier cuatro quatre cztery", "4"],
    ["five fünf cinco cinq pięć", "5"],
    ["six sechs seis sześć", "6"],
    ["seven sieben siete sept siedem", "7"],
    ["eight acht ocho huit osiem", "8"],
    ["nine neun nueve neuf dziewięć", "9"],
  ].flatMap(([words = "", digit = ""]) => words.split(" ").map((word) => [word, digit] as const)),
);

const TEENS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    "ten zehn diez dix dziesięć",
    "eleven elf once onze jedenaście",
    "twelve zwölf doce douze dwanaście",
    "thirteen dreizehn trece treize trzynaście",
    "fourteen vierzehn catorce quatorze czternaście",
    "fifteen fünfzehn quince quinze piętnaście",
    "sixteen sechzehn dieciséis seize szesnaście",
    "seventeen siebzehn diecisiete dix-sept siedemnaście",
    "eighteen achtzehn dieciocho dix-huit osiemnaście",
    "nineteen neunzehn diecinueve dix-neuf dziewiętnaście",
  ].flatMap((words, at) => words.split(" ").map((word) => [word, String(10 + at)] as const)),
);

const TENS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    "twenty zwanzig veinte vingt dwadzieścia",
    "thirty dreißig dreissig treinta trente trzydzieści",
    "forty vierzig cuarenta quarante czterdzieści",
    "fifty fünfzig cincuenta cinquante pięćdziesiąt",
    "sixty sechzig sesenta soixante sześćdziesiąt",
    "seventy siebzig setenta siedemdziesiąt",
    "eighty achtzig ochenta quatre-vingts quatre-vingt osiemdziesiąt",
    "ninety neunzig noventa dziewięćdziesiąt",
  ].flatMap((words, at) => words.split(" ").map((word) => [word, String(2 + at)] as const)),
);

const REPEATED: Readonly<Record<string, number>> = { double: 2, doppel: 2, doble: 2, triple: 3 };
const BETWEEN = new Set(["and", "y", "et", "i"]);

/** Digits, with where they stand in the text. */
export interface SpokenDigits {
  digits: string;
  start: number;
  end: number;
}

const WORD = /\p{L}+(?:-\p{L}+)*|\d+/gu;
/** More than this between two words, such as the end of a sentence, ends a number. */
const GAP = /^[\s,.-]{1,3}$/;

/** Finds each run of spoken digits; digits that are written between them belong to it. */
export const findSpokenDigits = (text: string): SpokenDigits[] => {
  const runs: SpokenDigits[] = [];
  let run: SpokenDigits | null = null;
  let hasWord = false;
  let times = 1;
  let ten: string | null = null;
  const close = () => {
    if (run && ten !== null) run.digits += `${ten}0`;
    if (run && hasWord && run.digits.length > 1) runs.push(run);
    [run, hasWord, times, ten] = [null, false, 1, null];
  };
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (run && !GAP.test(text.slice(run.end, index))) close();
    const read = readWord(word.toLowerCase(), ten !== null);
    if (read === null) {
      close();
      continue;
    }
    run ??= { digits: "", start: index, end: index };
    if (read.kind === "between" && ten === null) {
      close();
      continue;
    }
    if (read.kind !== "between") run.end = index + word.length;
    hasWord ||= read.kind !== "written";
    if (read.kind === "times") times = read.times;
    if (read.kind === "ten") {
      if (ten !== null) run.digits += `${ten}0`;
      ten = read.digits;
    }
    if (read.kind === "unit") {
      run.digits += ten === null ? read.digits.repeat(times) : `${ten}${read.digits}`;
      [times, ten] = [1, null];
    }
    if (read.kind === "whole" || read.kind === "written") {
      run.digits += `${ten === null ? "" : `${ten}0`}${read.digits}`;
      ten = null;
    }
  }
  close();
  return runs;
};

const WRITTEN = /\d+(?:[ .-]\d+)*/g;
/** Finds each run of digits, spoken or written; single words such as "one" alone are none. */
export const findDigits = (text: string): SpokenDigits[] => {
  const spoken = findSpokenDigits(text);
  const written = [...text.matchAll(WRITTEN)].map(({ 0: whole, index }) => ({
    digits: whole.replaceAll(/\D/g, ""),
    start: index,
    end: index + whole.length,
  }));
  const free = written.filter(({ start, end }) => !spoken.some((run) => run.start < end && start < run.end));
  return [...spoken, ...free].toSorted((one, other) => one.start - other.start);
};

type Read =
  | { kind: "unit" | "ten" | "whole" | "written"; digits: string }
  | { kind: "times"; times: number }
  | { kind: "between" };

const readWord = (word: string, isAfterTen: boolean): Read | null => {
  if (/^\d+$/.test(word)) return { kind: "written", digits: word };
  const unit = UNITS[word];
  if (unit) return { kind: "unit", digits: unit };
  const ten = TENS[word];
  if (ten) return { kind: "ten", digits: ten };
  const whole = TEENS[word] ?? readCompound(word);
  if (whole) return { kind: "whole", digits: whole };
  const times = REPEATED[word];
  if (times) return { kind: "times", times };
  return BETWEEN.has(word) && isAfterTen ? { kind: "between" } : null;
};

/** Units before "und" lose their ending in German; Spanish joins those from 21 to 29. */
const readCompound = (word: string): string | null => {
  const [, unit, ten] = /^(ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun)und(\p{L}+)$/u.exec(word) ?? [];
  if (unit && ten && TENS[ten]) return `${TENS[ten]}${UNITS[unit]}`;
  const spanish = /^veinti(\p{L}+)$/u.exec(word)?.[1]?.replace("ú", "u").replace("ó", "o").replace("é", "e");
  if (spanish && UNITS[spanish]) return `2${UNITS[spanish]}`;
  const parts = word.split("-");
  return parts.length > 1 ? readHyphened(parts) : null;
};

/** English "forty-two" and French "soixante-douze", "quatre-vingt-dix-sept". */
const readHyphened = (parts: readonly string[]): string | null => {
  const isEighty = parts[0] === "quatre" && /^vingts?$/.test(parts[1] ?? "");
  const ten = isEighty ? "8" : TENS[parts[0] ?? ""];
  const rest = parts.slice(isEighty ? 2 : 1).filter((part) => part !== "et");
  if (ten === undefined) return null;
  if (rest.length === 0) return `${ten}0`;
  const joined = rest.join("-");
  const unit = UNITS[joined];
  if (unit) return `${ten}${unit}`;
  const teen = TEENS[joined];
  return teen ? String(Number(ten) * 10 + Number(teen)) : null;
};

/** What a text says about a number before any numbering plan is asked. */
export type WrittenNumber =
  | { ok: true; text: string }
  /** A sentence for the person who wrote the number. */
  | { ok: false; reason: string };

/** Marks without a shape: direction marks, joiners, byte order marks, soft hyphens. */
const INVISIBLE = /\p{Cf}/gu;

/** Removes the invisible marks that browsers, chats and contact books copy along with a text. */
export const withoutInvisibleMarks = (text: string): string => text.replaceAll(INVISIBLE, "");

/** Returns the text of a formula that is nothing but a text: `="+44…"`, as people write it to keep a spreadsheet from counting. */
export const readTextFormula = (text: string): string => {
  const [, inner] = /^\s*=\s*"((?:[^"]|"")*)"\s*$/.exec(text) ?? [];
  return inner === undefined ? text : inner.replaceAll('""', '"');
};

/**
 * Takes away what spreadsheets, contact books and programs put around a number: invisible marks, a text formula, the
 * apostrophe of a text cell, `tel:` and its parameters, a float's `.0`, the commas of thousands. Refuses a text whose
 * digits are not all of the number's.
 */
export const readWrittenNumber = (given: string): WrittenNumber => {
  const text = withoutWrapping(readTextFormula(withoutInvisibleMarks(given)));
  const plain = withoutCodeBrackets(toAsciiDigits(withoutTelScheme(text)).trim());
  if (/^\+?\d+([.,]\d+)?e[+-]?\d+$/i.test(plain)) return refuse(SHORTENED);
  return readDecimalPoint(withoutThousands(plain));
};

/** The apostrophe of a text cell, the `=` of a formula that is a number, quotes that a program wrote twice, a list's last separator. */
const withoutWrapping = (text: string): string => text.replace(/^(?:=(?=\+)|["'\s])+/, "").replace(/[\s"',;]+$/, "");

/** People write `(+49) 30 …` and `(0049) 30 …`. */
const withoutCodeBrackets = (text: string): string => text.replace(/^\(\s*((?:\+|00)\s*\d{1,3})\s*\)/, "$1 ");

const SHORTENED = "A spreadsheet shortened this number; format its column as text and save the file again.";
const FRACTION =
  "The number has digits after a decimal point: write it without the point, or format its column as text and save the file again.";

/** RFC 3966: `tel:` with parameters; `phone-context` is the country code of a local number. */
const withoutTelScheme = (text: string): string => {
  const [, encoded] = /^(?:tel|callto):(?:\/\/)?(.*)$/is.exec(text) ?? [];
  if (encoded === undefined) return text;
  const rest = encoded.replaceAll(/%([2-7][0-9a-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const [number = "", ...parameters] = rest.trim().split(";");
  const context = parameters.map((each) => /^phone-context=(\+\d{1,7})$/i.exec(each)?.[1]).find(Boolean);
  const extension = parameters.find((each) => /^ext=/i.test(each));
  const international = context !== undefined && !number.startsWith("+") ? context + number : number;
  return extension === undefined ? international : `${international};${extension}`;
};

const DIGIT = /\p{Nd}/u;
const WIDE_PLUS = /[\uFF0B\uFE62\u2795]/gu;

/** Numbers are typed in the digits of any script: Arabic, Devanagari, Thai, and the wide ones of East Asia. */
const toAsciiDigits = (text: string): string => text.replaceAll(/(?!\d)\p{Nd}/gu, valueOf).replaceAll(WIDE_PLUS, "+");

/** Unicode has the ten digits of a script, from zero on, in one row; rows may follow one another. */
const valueOf = (digit: string): string => {
  const code = Number(digit.codePointAt(0));
  let first = code;
  while (DIGIT.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
};

/** `4,915,112,345,678` is a number that a spreadsheet grouped. */
const withoutThousands = (text: string): string =>
  /^\+?[1-9]\d{0,2}(,\d{3}){2,}(\.0+)?$/.test(text) ? text.replaceAll(",", "") : text;

/** A whole part of so many digits is a number by itself; a shorter one is an area code. */
const SHORTEST_WHOLE_NUMBER = 7;
/** No part of a grouped number is so short when there is one point alone. */
const LONGEST_FRACTION = 2;

/**
 * People group digits by points: `030.123.456`, `+49.30123456`. A spreadsheet that takes a number for an amount ends it with
 * `.0` (`,0` where commas are decimal), which is dropped; other digits there would not be the number's own.
 */
const readDecimalPoint = (text: string): WrittenNumber => {
  const [, whole, fraction] = /^([^,]*\d)[.,](\d+)$/.exec(text) ?? [];
  if (whole === undefined || fraction === undefined) return { ok: true, text };
  if (whole.includes(".")) return readLastGroup(text, { whole, fraction });
  const isWholeNumber = whole.replaceAll(/\D/g, "").length >= SHORTEST_WHOLE_NUMBER;
  const isFraction = isWholeNumber || fraction.length <= LONGEST_FRACTION || text.includes(",");
  if (/^0+$/.test(fraction)) return isFraction ? { ok: true, text: whole } : refuse(FRACTION);
  return isFraction ? refuse(FRACTION) : { ok: true, text };
};

/** Of several points the last may be a float's when one digit follows; `06.12.34.56.00` is grouped. */
const readLastGroup = (text: string, { whole, fraction }: { whole: string; fraction: string }): WrittenNumber => {
  if (fraction.length > 1 && !text.includes(",")) return { ok: true, text };
  return /^0+$/.test(fraction) ? { ok: true, text: whole } : refuse(FRACTION);
};

const refuse = (reason: string): WrittenNumber => ({ ok: false, reason });

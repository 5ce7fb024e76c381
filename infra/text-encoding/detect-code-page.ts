import { detectAll } from "jschardet";
import { KILOBYTE } from "../../domain/file/bytes.ts";
import type { TextEncoding } from "../../domain/file/text-encoding.ts";
import { rateCharacters, rateLetters } from "./rate-letters.ts";

/** The detector's names of the code pages that are looked for. */
const CODE_PAGES: Readonly<Record<string, TextEncoding>> = {
  "windows-1250": "windows-1250",
  "windows-1251": "windows-1251",
  "windows-1252": "windows-1252",
  "windows-1253": "windows-1253",
  "windows-1254": "windows-1254",
  "windows-1255": "windows-1255",
  "windows-1256": "windows-1256",
  "windows-1257": "windows-1257",
  cp1258: "windows-1258",
  cp874: "windows-874",
  cp932: "shift_jis",
  "euc-jp": "euc-jp",
  gb18030: "gb18030",
  big5: "big5",
  cp949: "euc-kr",
  "euc-kr": "euc-kr",
  macroman: "macintosh",
  maccyrillic: "x-mac-cyrillic",
  "koi8-r": "koi8-r",
  "koi8-u": "koi8-u",
  ibm866: "ibm866",
  "iso-8859-2": "iso-8859-2",
};
const LOOKED_FOR = [
  ...Object.keys(CODE_PAGES).filter((name) => !["cp1258", "ibm866"].includes(name)),
  "windows-1258",
  "cp866",
];

/** How much likelier than another a file in this code page is, where the letters leave it open. */
const PRIORS: Partial<Record<TextEncoding, number>> = {
  "windows-1252": 1.7,
  "windows-1251": 1.3,
  "windows-1257": 1.3,
  "windows-1254": 1.2,
  "iso-8859-2": 0.95,
  "koi8-u": 0.95,
  "windows-1253": 0.9,
  "x-mac-cyrillic": 0.9,
  macintosh: 0.8,
  "windows-1258": 0.8,
};

const DEFAULT: TextEncoding = "windows-1252";
/** Enough letters to tell a language; the detector's time grows with the text. */
const LETTER_BYTES = 32 * KILOBYTE;

/**
 * Finds the code page of a text that is not UTF-8. The detector weighs letters by language and is made for pages of text; for a
 * column of names its answers are weighed again by what people write: no capitals within words, no two scripts in a word, common
 * characters of Chinese, Japanese and Korean.
 */
export const detectCodePage = (sample: Buffer): TextEncoding => {
  const letters = withoutAscii(sample);
  const rated = new Map<TextEncoding, number>();
  for (const { encoding: name, confidence } of detectAll(letters, {
    detectEncodings: LOOKED_FOR,
    minimumThreshold: 0,
  })) {
    const encoding = CODE_PAGES[name?.toLowerCase() ?? ""];
    const text = encoding && decodeStrictly(encoding, letters);
    if (!encoding || rated.has(encoding) || text === null || text === undefined) continue;
    const share = rateCharacters(encoding, letters) ?? rateLetters(text);
    rated.set(encoding, confidence * (PRIORS[encoding] ?? 1) * share);
  }
  return [...rated].reduce((best, next) => (next[1] > best[1] ? next : best), [DEFAULT, 0] as const)[0];
};

/** Returns the fields that have more than ASCII: numbers and addresses say nothing about a language. */
const withoutAscii = (sample: Buffer): Buffer => {
  const fields = sample.toString("latin1").split(/[,;\t\r\n"<>]/);
  const letters = fields
    .filter((field) => /[\u0080-\u00ff]/.test(field))
    .map((field) => field.replaceAll(/^ +| +$/g, ""));
  return Buffer.from(letters.join("\n").slice(0, LETTER_BYTES), "latin1");
};

/** Pieces of the sample may begin and end within characters; a short text is one piece. */
const BYTES_FOR_ONE_BROKEN = 1000;

/** Returns null for a text that has control characters in this code page, or bytes that mean nothing in it. */
const decodeStrictly = (encoding: TextEncoding, bytes: Buffer): string | null => {
  const text = new TextDecoder(encoding).decode(bytes, { stream: true });
  const broken = text.match(/[\u0080-\u009f\ufffd]/g)?.length ?? 0;
  return broken * BYTES_FOR_ONE_BROKEN > bytes.length ? null : text;
};

import { isAscii } from "node:buffer";
import { extendsAscii, readEncoding, type TextEncoding } from "../../domain/file/text-encoding.ts";
import { detectCodePage } from "./detect-code-page.ts";
import { type ScannedText, scanText } from "./scan-text.ts";
import type { TextSource } from "./text-source.ts";

export interface ChosenEncoding {
  encoding: TextEncoding;
  /** Nothing but the bytes told it: it may be another one. */
  isGuess: boolean;
}

/** A text in another encoding is not valid UTF-8 by chance in so many places. */
const SURE_CHARACTERS = 8;
/** A UTF-8 text with a damaged character in so many is still one. */
const WHOLE_FOR_ONE_BROKEN = 50;

/**
 * Chooses the encoding of a text: by its byte order mark; by what it declares (`<meta charset>`, `<?xml encoding?>`) or the
 * request says; as UTF-8 where the whole of it is valid; else by the code page that its letters look like. What the request
 * says goes before what the text declares, because people say it where that was wrong; a text that is UTF-8 in many places is UTF-8
 * whatever is said.
 */
export const chooseEncoding = async (source: TextSource, asked: TextEncoding | null): Promise<ChosenEncoding> => {
  const scanned = await scanText(source);
  const sure = sureEncodingOf(scanned, asked);
  if (sure) return { encoding: sure, isGuess: false };
  return { encoding: detectCodePage(scanned.sample), isGuess: true };
};

const sureEncodingOf = (scanned: ScannedText, asked: TextEncoding | null): TextEncoding | null => {
  const marked = markOf(scanned.opening);
  if (marked) return marked;
  if (asked && !extendsAscii(asked)) return asked;
  const wide = asked === null ? readZeros(scanned.opening) : null;
  if (wide) return wide;
  const isUtf8 = scanned.brokenCharacters * WHOLE_FOR_ONE_BROKEN <= scanned.wholeCharacters;
  if (isUtf8 && scanned.wholeCharacters >= SURE_CHARACTERS) return "utf-8";
  const declared = readDeclaration(scanned.opening);
  if (asked === null && declared !== null) return declared;
  return isUtf8 ? "utf-8" : asked;
};

const markOf = ([first, second, third]: Buffer): TextEncoding | null => {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : null;
};

/** The beginning of a text is mostly ASCII, and in UTF-16 every other byte of ASCII is zero. */
const readZeros = (opening: Buffer): TextEncoding | null => {
  if (opening.length < 4) return null;
  if (opening[1] === 0 && opening[3] === 0 && opening[0] !== 0) return "utf-16le";
  if (opening[0] === 0 && opening[2] === 0 && opening[1] !== 0) return "utf-16be";
  return readSparseZeros(opening);
};

/** One byte in so many is a zero at least, where blanks and line ends stand between words of another script. */
const BYTES_FOR_ONE_ZERO = 60;
/** Without bytes that no text of single bytes has, a zero or two may be a fault of the file. */
const FEWEST_ZEROS = 3;

/** In UTF-16 of other scripts the blanks and line ends alone have zeros, all on one side, and many letters a control character. */
const readSparseZeros = (opening: Buffer): TextEncoding | null => {
  const zeros = [0, 1].map((side) => opening.filter((byte, at) => byte === 0 && at % 2 === side).length);
  const [even = 0, odd = 0] = zeros;
  const isRare = (even + odd) * BYTES_FOR_ONE_ZERO < opening.length || even + odd === 0;
  if (isRare || Math.min(even, odd) * 4 > Math.max(even, odd)) return null;
  const hasControls = opening.some((byte) => byte > 0 && byte < 0x20 && !BLANK_BYTES.has(byte));
  if (!hasControls && (even + odd < FEWEST_ZEROS || isAscii(opening))) return null;
  const encoding = odd > even ? "utf-16le" : "utf-16be";
  return isPlainText(new TextDecoder(encoding).decode(opening, { stream: true })) ? encoding : null;
};

const BLANK_BYTES = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d]);
const isPlainText = (text: string): boolean => !/[\uFFFD\p{Co}\p{Cn}]|(?!\s)\p{Cc}/u.test(text);

const META = /<meta[^>]{0,500}?charset\s*=\s*["']?\s*([\w.:-]+)/i;
const XML = /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]+)["']/i;

/** Returns what a text of HTML or XML says of itself; a UTF-16 that says so in ASCII is not one. */
const readDeclaration = (opening: Buffer): TextEncoding | null => {
  const text = opening.toString("latin1");
  if (!/^\s*</.test(text)) return null;
  const label = XML.exec(text)?.[1] ?? META.exec(text)?.[1];
  const encoding = label === undefined ? null : readEncoding(label);
  return encoding?.startsWith("utf-") ? null : encoding;
};

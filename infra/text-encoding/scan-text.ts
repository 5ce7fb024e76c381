import { isAscii, isUtf8 } from "node:buffer";
import { KILOBYTE } from "../../domain/file/bytes.ts";
import type { TextSource } from "./text-source.ts";

/** A declaration stands at the beginning: HTML allows 1,024 bytes, and people write comments before it. */
const DECLARATION_BYTES = 4 * KILOBYTE;
/** A code page is found by so many bytes around letters that are not ASCII. */
const SAMPLE_BYTES = 256 * KILOBYTE;

export interface ScannedText {
  opening: Buffer;
  /** Pieces that have more than ASCII. */
  sample: Buffer;
  isAscii: boolean;
  /** Characters of several bytes that are valid in UTF-8. */
  wholeCharacters: number;
  /** Bytes that are none. */
  brokenCharacters: number;
}

/** Looks through a whole text for what its bytes say of its encoding. */
export const scanText = async (source: TextSource): Promise<ScannedText> => {
  const opening: Buffer[] = [];
  const sample: Buffer[] = [];
  const scanned = { isAscii: true, wholeCharacters: 0, brokenCharacters: 0 };
  let openingBytes = 0;
  let sampleBytes = 0;
  let cut: Buffer = Buffer.alloc(0);
  for await (const piece of source()) {
    if (openingBytes < DECLARATION_BYTES)
      openingBytes += opening.push(piece.subarray(0, DECLARATION_BYTES - openingBytes)) && piece.length;
    if (cut.length === 0 && isAscii(piece)) continue;
    scanned.isAscii = false;
    if (sampleBytes < SAMPLE_BYTES)
      sampleBytes += sample.push(piece.subarray(0, SAMPLE_BYTES - sampleBytes)) && piece.length;
    const bytes = Buffer.concat([cut, piece]);
    const end = endOfCharacters(bytes);
    countCharacters(bytes.subarray(0, end), scanned);
    cut = bytes.subarray(end);
  }
  if (cut.length > 0) scanned.brokenCharacters += 1;
  return { opening: Buffer.concat(opening), sample: Buffer.concat(sample), ...scanned };
};

const countCharacters = (bytes: Buffer, counts: { wholeCharacters: number; brokenCharacters: number }): void => {
  const isWhole = isUtf8(bytes);
  for (const character of new TextDecoder().decode(bytes).matchAll(/[^\u0000-\u007f]/gu)) {
    if (!isWhole && character[0] === "\uFFFD") counts.brokenCharacters += 1;
    else counts.wholeCharacters += 1;
  }
};

/** Returns where the last whole character ends: the bytes after it may begin one that goes on in the next piece. */
const endOfCharacters = (bytes: Buffer): number => {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
};

import { KILOBYTE } from "../../domain/file/bytes.ts";

/** The size of the sample by which a text's encoding is detected. */
export const SAMPLE_BYTES = 64 * KILOBYTE;

type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** Converts text of any encoding to UTF-8; `sample` is its beginning, `rest` what follows. */
export async function* toUtf8(sample: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const encoding = detectEncoding(sample);
  if (encoding === "utf-8") {
    yield sample;
    yield* rest;
    return;
  }
  const decoder = new TextDecoder(encoding);
  yield Buffer.from(decoder.decode(sample, { stream: true }));
  for await (const chunk of rest) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}

/**
 * Detects the encoding by the byte order mark; without one by what spreadsheets write: UTF-8 if it is valid, else the
 * Windows code page.
 */
export const detectEncoding = (sample: Buffer): Encoding => {
  const [first, second] = sample;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  // Headers are mostly ASCII, and in UTF-16 every other byte of ASCII is zero.
  if (sample.length > 3 && second === 0 && sample[3] === 0) return "utf-16le";
  if (sample.length > 3 && first === 0 && sample[2] === 0) return "utf-16be";
  return isUtf8(sample) ? "utf-8" : "windows-1252";
};

const isUtf8 = (sample: Buffer): boolean => {
  try {
    // Streaming mode accepts a character that is cut off at the end of the sample.
    new TextDecoder("utf-8", { fatal: true }).decode(sample, { stream: true });
    return true;
  } catch {
    return false;
  }
};

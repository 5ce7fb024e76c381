import { createReadStream } from "node:fs";
import { KILOBYTE } from "../../domain/file/bytes.ts";

/** A text that can be read more than once: its encoding is known only at its end. */
export type TextSource = () => AsyncIterable<Buffer>;

const READ_BYTES = 64 * KILOBYTE;

/** Reads the file at a path. */
export const fileSource =
  (path: string): TextSource =>
  () =>
    createReadStream(path, { highWaterMark: READ_BYTES });

/** Reads bytes that are in memory. */
export const bytesSource = (bytes: Buffer): TextSource =>
  async function* pieces() {
    yield bytes;
  };

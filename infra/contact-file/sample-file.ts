import type { Readable } from "node:stream";

export interface SampledFile {
  /** The beginning of the file: at least as many bytes as were asked for, or the whole file. */
  sample: Buffer;
  isWhole: boolean;
  /** What follows the sample. */
  rest: AsyncIterable<Buffer>;
}

/** Reads the beginning of a file. A caller that does not read the rest destroys the file. */
export const sampleFile = async (file: Readable, bytes: number): Promise<SampledFile> => {
  const chunks: AsyncIterator<Buffer> = file[Symbol.asyncIterator]();
  const taken: Buffer[] = [];
  let length = 0;
  let isWhole = false;
  while (length < bytes) {
    const next = await chunks.next();
    if (next.done) {
      isWhole = true;
      break;
    }
    taken.push(next.value);
    length += next.value.length;
  }
  return { sample: Buffer.concat(taken), isWhole, rest: restOf(chunks) };
};

async function* restOf(chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
}

export async function* startingWith(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

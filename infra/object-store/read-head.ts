import { KILOBYTE } from "../../domain/file/bytes.ts";
import type { ObjectStore } from "./object-store.ts";

/** This is enough of a sound file to find where its samples begin. */
const HEAD_BYTES = 64 * KILOBYTE;

/**
 * Reads the beginning of the object at `key`: all of it when it is shorter. Throws ObjectMissingError when there is
 * none.
 */
export const readHead = async (objectStore: ObjectStore, key: string): Promise<Buffer> => {
  const stream: AsyncIterable<Buffer> = await objectStore.read(key);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= HEAD_BYTES) break;
  }
  return Buffer.concat(chunks);
};

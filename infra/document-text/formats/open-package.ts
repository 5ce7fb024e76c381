import { readFile } from "node:fs/promises";
import { type Unzipped, unzipSync } from "fflate";
import { DocumentTextError } from "../../../domain/document/document-text-error.ts";
import { MAX_UNPACKED_BYTES } from "../../reading-process/reading-limits.ts";

const MAX_ENTRIES = 20_000;

/**
 * Unpacks the texts of an Office file. The unpacker writes into buffers of the declared sizes: a text longer than
 * declared is cut off and one that declares too much is refused, so no file can fill the memory.
 */
export const openPackage = async (file: string): Promise<Unzipped> => {
  let unpackedBytes = 0;
  let entries = 0;
  const bytes = await readFile(file);
  const opened = unzip(bytes, ({ name, originalSize }) => {
    if (!/\.(xml|rels)$/.test(name)) return false;
    unpackedBytes += originalSize;
    entries += 1;
    return unpackedBytes <= MAX_UNPACKED_BYTES && entries <= MAX_ENTRIES;
  });
  if (unpackedBytes > MAX_UNPACKED_BYTES || entries > MAX_ENTRIES) {
    throw new DocumentTextError("This Office file is too large when unpacked; split it, or save it as PDF or text.");
  }
  return opened;
};

const unzip = (bytes: Uint8Array, filter: (file: { name: string; originalSize: number }) => boolean): Unzipped => {
  try {
    return unzipSync(bytes, { filter });
  } catch (error) {
    throw new DocumentTextError("This Office file is damaged or was not uploaded whole; save it again.", {
      cause: error,
    });
  }
};

/** Returns an entry of the package. Throws when the package is another kind of zip or another Office type. */
export const requireEntry = (opened: Unzipped, name: string, kind: string): Uint8Array => {
  const entry = opened[name];
  if (!entry) throw new DocumentTextError(`This file is no ${kind}: its content is of another type.`);
  return entry;
};

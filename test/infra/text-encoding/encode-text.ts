import type { TextEncoding } from "../../../domain/file/text-encoding.ts";

const tables = new Map<TextEncoding, ReadonlyMap<string, number[]>>();

const decoded = (decoder: { decode(bytes: Uint8Array): string }, bytes: number[]): string =>
  decoder.decode(Uint8Array.from(bytes));

/** Returns the bytes of each character of a code page, read off its decoder. */
const tableOf = (encoding: TextEncoding): ReadonlyMap<string, number[]> => {
  const known = tables.get(encoding);
  if (known) return known;
  const decoder = new TextDecoder(encoding);
  const table = new Map<string, number[]>();
  const add = (bytes: number[]) => {
    const text = decoded(decoder, bytes);
    if ([...text].length === 1 && text !== "\uFFFD" && !table.has(text)) table.set(text, bytes);
  };
  for (let byte = 0; byte < 256; byte += 1) add([byte]);
  for (let lead = 0x81; lead < 0xff; lead += 1) {
    if (decoded(decoder, [lead]) !== "\uFFFD") continue;
    for (let trail = 0x40; trail < 0xff; trail += 1) add([lead, trail]);
  }
  tables.set(encoding, table);
  return table;
};

/** Writes a text in a code page of one or two bytes. */
export const encodeText = (text: string, encoding: TextEncoding): Buffer => {
  const table = tableOf(encoding);
  return Buffer.from(
    [...text].flatMap((character) => {
      const bytes = table.get(character);
      if (!bytes) throw new Error(`${encoding} has no ${character}`);
      return bytes;
    }),
  );
};

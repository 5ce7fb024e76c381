const LENGTH_BYTES = 2;

/** The longest entry that a bundle can hold. */
const MOST_ENTRY_BYTES = 2 ** 16 - 1;

/** Writes entries as C2SP tlog-tiles bundles them: each behind its length. */
export const writeEntryBundle = (entries: readonly Uint8Array[]): Uint8Array => {
  const bundle = new Uint8Array(entries.reduce((bytes, entry) => bytes + LENGTH_BYTES + entry.length, 0));
  const view = new DataView(bundle.buffer);
  let at = 0;
  for (const entry of entries) {
    if (entry.length > MOST_ENTRY_BYTES) throw new RangeError(`an entry of ${entry.length} bytes is too long`);
    view.setUint16(at, entry.length);
    bundle.set(entry, at + LENGTH_BYTES);
    at += LENGTH_BYTES + entry.length;
  }
  return bundle;
};

/* Reads the files of a ZIP archive (APPNOTE 6.3) with what browsers and Node both have. */

const END_OF_DIRECTORY = 0x06054b50;
const END_BYTES = 22;
const DIRECTORY_ENTRY_BYTES = 46;
const LOCAL_HEADER_BYTES = 30;
const STORED = 0;

/** Returns the files of an archive by their names. Throws when it is none. */
export const readZip = async (archive: Uint8Array<ArrayBuffer>): Promise<Map<string, Uint8Array<ArrayBuffer>>> => {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = findEnd(view);
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    const method = view.getUint16(at + 10, true);
    const size = view.getUint32(at + 20, true);
    const nameBytes = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(
      archive.subarray(at + DIRECTORY_ENTRY_BYTES, at + DIRECTORY_ENTRY_BYTES + nameBytes),
    );
    const header = view.getUint32(at + 42, true);
    const start = header + LOCAL_HEADER_BYTES + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
    const packed = archive.slice(start, start + size);
    if (files.has(name)) throw new TypeError(`This file holds ${name} twice: download the record again`);
    files.set(name, method === STORED ? packed : await inflate(packed));
    at += DIRECTORY_ENTRY_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return files;
};

const findEnd = (view: DataView): number => {
  for (let at = view.byteLength - END_BYTES; at >= 0; at -= 1)
    if (
      view.getUint32(at, true) === END_OF_DIRECTORY &&
      at + END_BYTES + view.getUint16(at + 20, true) === view.byteLength
    )
      return at;
  throw new TypeError("This is no ZIP file: download the record again");
};

const inflate = async (packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> => {
  const inflated = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(inflated).arrayBuffer());
};

import { type Bytes, fromBase64, sha256, toBase64, toHex } from "./hashes.ts";

/*
 * Signed notes, checkpoints and cosignatures, after the texts of c2sp.org/signed-note, c2sp.org/tlog-checkpoint and
 * c2sp.org/tlog-cosignature.
 */

export interface Checkpoint {
  origin: string;
  size: number;
  /** Base64. */
  root: string;
}

/** A key as verifiers of signed notes take it: `name+id+key`. */
export interface VerifierKey {
  name: string;
  id: string;
  key: Bytes;
}

/** The bytes of signature types: a log's own signature, and a witness's with its time. */
export const ED25519 = 1;
export const COSIGNATURE = 4;
const KEY_BYTES = 32;
const ID_BYTES = 4;
const TIME_BYTES = 8;

/** Reads such a key of the given type. Throws with what is wrong with it. */
export const readVerifierKey = async (text: string, type = ED25519): Promise<VerifierKey> => {
  const [name = "", id = "", ...rest] = text.trim().split("+");
  // The base64 may have plus signs of its own.
  const encoded = fromBase64(rest.join("+"));
  if (name === "" || /\s/.test(name) || encoded?.length !== KEY_BYTES + 1 || encoded[0] !== type)
    throw new TypeError(
      type === ED25519
        ? "This is no verifier key: it is `verifier_key` of GET /record/key, a name, an id and a key joined by +"
        : "This is no key of a witness: it is a name, an id and a key of a timestamped cosignature joined by +",
    );
  if (id !== toHex((await sha256(encode(`${name}\n`), encoded)).slice(0, ID_BYTES)))
    throw new TypeError("The key's id is not that of its name and key: copy all of it");
  return { name, id, key: encoded.slice(1) };
};

interface Note {
  text: string;
  signatures: { name: string; id: string; signature: Bytes }[];
}

/** Everything below a space but the line feed. */
const CONTROL = /[\u0000-\u0009\u000b-\u001f]/;
const SIGNATURE = /^\u2014 ([^\s+]+) (\S+)$/;

/** Reads a signed note; null: it is none. */
const readNote = (note: string): Note | null => {
  const end = note.lastIndexOf("\n\n");
  if (end < 0 || !note.endsWith("\n") || CONTROL.test(note)) return null;
  const signatures: Note["signatures"] = [];
  for (const line of note.slice(end + 2, -1).split("\n")) {
    const [, name = "", encoded = ""] = SIGNATURE.exec(line) ?? [];
    const bytes = fromBase64(encoded);
    if (name === "" || !bytes || bytes.length <= ID_BYTES) return null;
    signatures.push({ name, id: toHex(bytes.slice(0, ID_BYTES)), signature: bytes.slice(ID_BYTES) });
  }
  return { text: note.slice(0, end + 1), signatures };
};

const readCheckpoint = (text: string): Checkpoint | null => {
  const [origin = "", size = "", root = "", ...extensions] = text.slice(0, -1).split("\n");
  const isWritten = origin !== "" && /^(0|[1-9]\d{0,15})$/.test(size) && fromBase64(root)?.length === KEY_BYTES;
  return isWritten && !extensions.includes("") ? { origin, size: Number(size), root } : null;
};

/** Reads a checkpoint that one of these keys has signed; a sentence says why there is none. */
export const openCheckpoint = async (written: string, keys: readonly VerifierKey[]): Promise<Checkpoint | string> => {
  const note = readNote(written);
  if (!note) return "It is no signed note";
  const checkpoint = readCheckpoint(note.text);
  if (!checkpoint) return "It is no checkpoint";
  const own = keys.filter(({ name }) => name === checkpoint.origin);
  if (own.length === 0) return `It is a checkpoint of ${checkpoint.origin}, and the key is that of another log`;
  const known = note.signatures.flatMap(({ name, id, signature }) => {
    const key = own.find((each) => each.name === name && each.id === id);
    return key ? [{ key, signature }] : [];
  });
  if (known.length === 0) return "No signature of the key is on it";
  // Of a known key every signature has to hold.
  for (const { key, signature } of known)
    if (!(await isSigned(note.text, key.key, signature))) return "The signature of the key on it does not hold";
  return checkpoint;
};

/** Returns when a witness has cosigned this note; null: it has not. */
export const readCosigned = async (written: string, witness: VerifierKey): Promise<Date | null> => {
  const note = readNote(written);
  for (const { name, id, signature } of note?.signatures ?? []) {
    if (name !== witness.name || id !== witness.id || signature.length <= TIME_BYTES) continue;
    const seconds = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0);
    const message = `cosignature/v1\ntime ${seconds}\n${note?.text}`;
    if (await isSigned(message, witness.key, signature.slice(TIME_BYTES))) return new Date(Number(seconds) * 1000);
  }
  return null;
};

const isSigned = async (text: string, key: Bytes, signature: Bytes): Promise<boolean> => {
  const imported = await crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"]);
  return crypto.subtle.verify("Ed25519", imported, signature, encode(text));
};

const encode = (text: string): Bytes => new TextEncoder().encode(text);

export const isRoot = ({ root }: Checkpoint, computed: Bytes | undefined): boolean =>
  computed !== undefined && toBase64(computed) === root;

import { type Bytes, fromBase64, sha256, toBase64, toHex } from "./hashes.ts";

/* Signed notes and checkpoints, after the texts of c2sp.org/signed-note and c2sp.org/tlog-checkpoint. */

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

const ED25519 = 1;
const KEY_BYTES = 32;
const ID_BYTES = 4;

/** Reads such a key. Throws with what is wrong with it. */
export const readVerifierKey = async (text: string): Promise<VerifierKey> => {
  const [name = "", id = "", ...rest] = text.trim().split("+");
  // The base64 may have plus signs of its own.
  const encoded = fromBase64(rest.join("+"));
  if (name === "" || encoded?.length !== KEY_BYTES + 1 || encoded[0] !== ED25519)
    throw new TypeError(
      "This is no verifier key: it is `verifier_key` of GET /record/key, a name, an id and a key joined by +",
    );
  if (id !== toHex((await sha256(new TextEncoder().encode(`${name}\n`), encoded)).slice(0, ID_BYTES)))
    throw new TypeError("The key's id is not that of its name and key: copy all of it");
  return { name, id, key: encoded.slice(1) };
};

/** Reads a checkpoint that one of these keys has signed; a sentence says why there is none. */
export const openCheckpoint = async (note: string, keys: readonly VerifierKey[]): Promise<Checkpoint | string> => {
  const end = note.lastIndexOf("\n\n");
  if (end < 0) return "It is no signed note";
  const text = note.slice(0, end + 1);
  const [origin = "", size = "", root = ""] = text.split("\n");
  if (!/^(0|[1-9]\d*)$/.test(size) || fromBase64(root)?.length !== KEY_BYTES) return "It is no checkpoint";
  const own = keys.filter(({ name }) => name === origin);
  if (own.length === 0) return `It is a checkpoint of ${origin}, and the key is that of another log`;
  for (const line of note.slice(end + 2).split("\n")) {
    const [dash, name, value = ""] = line.split(" ");
    const bytes = fromBase64(value);
    const key = own.find(({ id }) => bytes && id === toHex(bytes.slice(0, ID_BYTES)));
    if (dash !== "\u2014" || name !== origin || !bytes || !key) continue;
    if (await isSigned(text, key.key, bytes.slice(ID_BYTES))) return { origin, size: Number(size), root };
  }
  return "No signature of the key is on it";
};

const isSigned = async (text: string, key: Bytes, signature: Bytes): Promise<boolean> => {
  const imported = await crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"]);
  return crypto.subtle.verify("Ed25519", imported, signature, new TextEncoder().encode(text));
};

export const isRoot = ({ root }: Checkpoint, computed: Bytes | undefined): boolean =>
  computed !== undefined && toBase64(computed) === root;

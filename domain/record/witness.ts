/*
 * Witnesses of C2SP tlog-witness: others who sign that they have seen the record grow and never change. Nothing here hashes or signs.
 */

/** A witness as the operator names it. */
export interface Witness {
  name: string;
  /** Eight hexadecimal digits. */
  id: string;
  /** 32 bytes of Ed25519, in base64. */
  key: string;
  /** The submission prefix, without a trailing slash. */
  url: string;
}

/** A witness that is away is asked no longer than this; the next minute asks it again. */
export const WITNESS_TIMEOUT_MS = 5000;
/** The longest answer that is read: some signature lines. */
export const MOST_WITNESS_BYTES = 16_384;

/** The algorithm's byte of timestamped Ed25519 cosignatures. */
export const COSIGNATURE_ALGORITHM = 4;
const WITNESS_KEY_BYTES = 32;

/** Reads `KEY URL, KEY URL`, each key as `name+id+base64`. Throws with what is wrong. */
export const parseWitnesses = (text: string): Witness[] => {
  const witnesses = text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean)
    .map(parseWitness);
  const names = witnesses.map(({ name, id }) => `${name}+${id}`);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) throw new TypeError(`The witness ${twice} is named twice`);
  return witnesses;
};

const parseWitness = (text: string): Witness => {
  const [vkey = "", url = "", ...rest] = text.split(/\s+/);
  const [name = "", id = "", ...encoded] = vkey.split("+");
  const bytes = Buffer.from(encoded.join("+"), "base64");
  if (
    name === "" ||
    !/^[0-9a-f]{8}$/.test(id) ||
    bytes.length !== WITNESS_KEY_BYTES + 1 ||
    bytes[0] !== COSIGNATURE_ALGORITHM
  )
    throw new TypeError(`${vkey} is no key of a witness: it is name+id+key of a timestamped Ed25519 cosignature`);
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol) || rest.length > 0)
    throw new TypeError(`Behind the key of the witness ${name} stands its address: https://...`);
  return { name, id, key: bytes.subarray(1).toString("base64"), url: url.replace(/\/+$/, "") };
};

/** Returns the body of `add-checkpoint`: from what the witness has seen, the proof in base64, and the signed note. */
export const formatAddCheckpoint = (from: number, proof: readonly string[], note: string): string =>
  `${[`old ${from}`, ...proof].map((line) => `${line}\n`).join("")}\n${note}`;

/** Reads the size of a witness's latest checkpoint from its answer 409; null: it says none. */
export const parseWitnessSize = (body: string): number | null =>
  /^(0|[1-9]\d{0,15})\n$/.test(body) ? Number(body) : null;

/** Returns what a witness signs: the time in seconds, and the text of the note. */
export const formatCosigned = (timeSeconds: bigint, text: string): string =>
  `cosignature/v1\ntime ${timeSeconds}\n${text}`;

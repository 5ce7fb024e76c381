import { createPublicKey, hash, verify } from "node:crypto";
import { type NoteSignature, parseNote } from "../../domain/record/checkpoint.rules.ts";
import { COSIGNATURE_ALGORITHM, formatCosigned, type Witness } from "../../domain/record/witness.ts";
import { ED25519_PREFIX, SIGNER_ID_BYTES } from "./note-signer.ts";

const TIME_BYTES = 8;

/** Tells whether the id of a witness is that of its name and key, so that a mistyped key is found at the start. */
export const isOwnId = ({ name, id, key }: Witness): boolean => {
  const named = Buffer.concat([
    Buffer.from(`${name}\n`),
    Buffer.from([COSIGNATURE_ALGORITHM]),
    Buffer.from(key, "base64"),
  ]);
  return hash("sha256", named, "buffer").subarray(0, SIGNER_ID_BYTES).toString("hex") === id;
};

/**
 * Finds the witness's own signature of a note among the lines of its answer; undefined: none of them holds. An answer that has a text
 * of its own is no signature of this note, whatever it signs.
 */
export const findCosignature = (note: string, answer: string, witness: Witness): NoteSignature | undefined => {
  const text = parseNote(note)?.text;
  const answered = parseNote(`${note}${answer}`);
  if (text === undefined || answered?.text !== text) return undefined;
  return answered.signatures.find((signature) => isCosigned(text, signature, witness));
};

const isCosigned = (text: string, { name, value }: NoteSignature, witness: Witness): boolean => {
  const bytes = Buffer.from(value, "base64");
  const id = bytes.subarray(0, SIGNER_ID_BYTES).toString("hex");
  if (name !== witness.name || id !== witness.id || bytes.length < SIGNER_ID_BYTES + TIME_BYTES) return false;
  const message = formatCosigned(bytes.readBigUInt64BE(SIGNER_ID_BYTES), text);
  const der = Buffer.concat([ED25519_PREFIX, Buffer.from(witness.key, "base64")]);
  const key = createPublicKey({ key: der, format: "der", type: "spki" });
  return verify(null, Buffer.from(message), key, bytes.subarray(SIGNER_ID_BYTES + TIME_BYTES));
};

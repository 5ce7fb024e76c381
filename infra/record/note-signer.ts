import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, sign, verify } from "node:crypto";
import { type NoteSignature, parseNote } from "../../domain/record/checkpoint.rules.ts";

/** The algorithm's byte of Ed25519 in C2SP signed-note. */
const ED25519 = Buffer.from([1]);
export const SIGNER_ID_BYTES = 4;
/** What stands before the 32 bytes of a key in its DER form (RFC 8410). */
export const ED25519_PREFIX = Buffer.from("302a300506032b6570032100", "hex");

/** A pair of Ed25519 keys: 32 bytes, and PKCS #8 in PEM. */
export interface SigningKey {
  publicKey: Buffer;
  privateKey: string;
}

export const createSigningKey = (): SigningKey => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  return {
    publicKey: publicKey.export({ format: "der", type: "spki" }).subarray(ED25519_PREFIX.length),
    privateKey: privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
  };
};

/** Returns the signature line of a note by this key under the log's name. */
export const signNote = (text: string, name: string, { publicKey, privateKey }: SigningKey): NoteSignature => {
  const signature = sign(null, Buffer.from(text), createPrivateKey(privateKey));
  return { name, value: Buffer.concat([keyIdOf(name, publicKey), signature]).toString("base64") };
};

/** Tells whether one of these keys has signed the note under this name. */
export const isSignedBy = (note: string, name: string, publicKeys: readonly Buffer[]): boolean => {
  const { text = "", signatures = [] } = parseNote(note) ?? {};
  return publicKeys.some((publicKey) => {
    const key = createPublicKey({ key: Buffer.concat([ED25519_PREFIX, publicKey]), format: "der", type: "spki" });
    return signatures.some(({ name: signer, value }) => {
      const bytes = Buffer.from(value, "base64");
      const isOurs = signer === name && bytes.subarray(0, SIGNER_ID_BYTES).equals(keyIdOf(name, publicKey));
      return isOurs && verify(null, Buffer.from(text), key, bytes.subarray(SIGNER_ID_BYTES));
    });
  });
};

/** Returns the public key as verifiers of signed notes take it: `name+id+key`. */
export const formatVerifierKey = (name: string, publicKey: Buffer): string =>
  `${name}+${keyIdOf(name, publicKey).toString("hex")}+${Buffer.concat([ED25519, publicKey]).toString("base64")}`;

const keyIdOf = (name: string, publicKey: Buffer): Buffer =>
  hash("sha256", Buffer.concat([Buffer.from(`${name}\n`), ED25519, publicKey]), "buffer").subarray(0, SIGNER_ID_BYTES);

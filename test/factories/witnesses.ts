import { createPrivateKey, hash, sign } from "node:crypto";
import { formatSignature } from "../../domain/record/checkpoint.rules.ts";
import { COSIGNATURE_ALGORITHM, formatCosigned, type Witness } from "../../domain/record/witness.ts";
import { createSigningKey } from "../../infra/record/note-signer.ts";

const ID_BYTES = 4;

/** A witness whose key a test holds. */
export const createWitness = (name: string) => {
  const { publicKey, privateKey } = createSigningKey();
  const material = Buffer.concat([Buffer.from([COSIGNATURE_ALGORITHM]), publicKey]);
  const id = hash("sha256", Buffer.concat([Buffer.from(`${name}\n`), material]), "buffer").subarray(0, ID_BYTES);
  const witness: Witness = { name, id: id.toString("hex"), key: publicKey.toString("base64"), url: "http://w.example" };
  return {
    witness,
    verifierKey: `${name}+${witness.id}+${material.toString("base64")}`,
    /** Returns its line on a note of this text. */
    cosign: (text: string, at: Date): string => {
      const time = Buffer.alloc(8);
      time.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 1000)));
      const message = formatCosigned(time.readBigUInt64BE(0), text);
      const signature = sign(null, Buffer.from(message), createPrivateKey(privateKey));
      return formatSignature({ name, value: Buffer.concat([id, time, signature]).toString("base64") });
    },
  };
};

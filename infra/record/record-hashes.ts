import { createHmac, createSecretKey, hash } from "node:crypto";
import type { TreeHashes } from "../../domain/record/merkle-tree.ts";

const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);

const sha256 = (bytes: Uint8Array): Buffer => hash("sha256", bytes, "buffer");

/** The hashes of RFC 9162. */
export const recordHashes: TreeHashes = {
  leaf: (entry) => sha256(Buffer.concat([LEAF, entry])),
  node: (left, right) => sha256(Buffer.concat([NODE, left, right])),
  empty: () => sha256(Buffer.alloc(0)),
};

/** Returns the digest by which entries name a policy. */
export const digestPolicy = (canonical: string): string => `sha256:${sha256(Buffer.from(canonical)).toString("hex")}`;

/** Returns what the record calls a person: nobody finds the number without the person's key. */
export const computePseudonym = (key: Buffer, phoneNumber: string): string =>
  createHmac("sha256", createSecretKey(key)).update(phoneNumber).digest("hex");

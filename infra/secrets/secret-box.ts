import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from "node:crypto";

export const NONCE_BYTES = 12;
export const TAG_BYTES = 16;
const KEY_ID_BYTES = 4;

/** Encrypts secrets at rest with AES-256-GCM; the key's id comes first, so that a rotated key is still found. */
export interface SecretBox {
  keyId: string;
  /**
   * Seals a text. `context` (such as `telephony:org-7`) is authenticated: a sealed value that was moved to another
   * place does not open.
   */
  seal(plaintext: string, context: string): Buffer;
  /** Opens a value. Throws when it was changed, belongs to another context, or its key is not configured. */
  open(sealed: Buffer, context: string): string;
  /** Returns an HMAC of `content` for `context`: who has not the key cannot try out what it may be of. */
  mark(content: Buffer, context: string): Buffer;
  /** Tells whether a mark is of `content`, also when a former key made it. */
  isMarkOf(mark: Buffer, content: Buffer, context: string): boolean;
}

const keyIdOf = (key: Buffer) => createHash("sha256").update("key-id").update(key).digest().subarray(0, KEY_ID_BYTES);

/** Returns the id of the key that sealed a value. */
export const readSealingKeyId = (sealed: Buffer): string => sealed.subarray(0, KEY_ID_BYTES).toString("hex");

/** Creates a box. `keys`: 64 hexadecimal digits each; the first one seals, all of them open. */
export const createSecretBox = (keys: readonly [string, ...string[]]): SecretBox => {
  // Bytes would be made a key of at each use, which costs more than the cipher.
  const ring = keys
    .map((hex) => Buffer.from(hex, "hex"))
    .map((key) => ({ id: keyIdOf(key), key: createSecretKey(key) }));
  const current = ring[0];
  if (!current) throw new Error("a secret box needs a key");
  const markBy = (key: KeyObject, content: Buffer, context: string) =>
    createHmac("sha256", key).update(`mark\n${context}\n`).update(content).digest();
  return {
    mark: (content, context) => markBy(current.key, content, context),
    isMarkOf: (mark, content, context) => ring.some(({ key }) => markBy(key, content, context).equals(mark)),
    keyId: current.id.toString("hex"),
    seal: (plaintext, context) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", current.key, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
      return Buffer.concat([current.id, nonce, cipher.getAuthTag(), body]);
    },
    open: (sealed, context) => {
      const id = sealed.subarray(0, KEY_ID_BYTES);
      const entry = ring.find((candidate) => candidate.id.equals(id));
      if (!entry) throw new Error(`a secret was sealed with key ${readSealingKeyId(sealed)}, which is not configured`);
      const tagAt = KEY_ID_BYTES + NONCE_BYTES;
      const decipher = createDecipheriv("aes-256-gcm", entry.key, sealed.subarray(KEY_ID_BYTES, tagAt))
        .setAAD(Buffer.from(context))
        .setAuthTag(sealed.subarray(tagAt, tagAt + TAG_BYTES));
      return decipher.update(sealed.subarray(tagAt + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
    },
  };
};

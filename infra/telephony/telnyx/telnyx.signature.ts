import { createPublicKey, type KeyObject, verify } from "node:crypto";

const SIGNATURE = "telnyx-signature-ed25519";
const TIMESTAMP = "telnyx-timestamp";
const PUBLIC_KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** An event is accepted for this long before and after its signed time. */
const TOLERANCE_SECONDS = 300;
/** An Ed25519 key's DER head (RFC 8410); the key itself follows. */
const KEY_HEAD = Buffer.from("302a300506032b6570032100", "hex");

export interface TelnyxSigned {
  headers: Readonly<Record<string, string | undefined>>;
  /** The raw body: the signature covers the timestamp, `|` and exactly these bytes. */
  body: Buffer;
}

/**
 * Tells whether the request is Telnyx's own and at most five minutes old. Without a public key none is. The comparison
 * involves no secret, since the key is public.
 */
export const isSignedByTelnyx = (publicKey: string, request: TelnyxSigned, now = new Date()): boolean => {
  const key = readPublicKey(publicKey);
  const timestamp = request.headers[TIMESTAMP] ?? "";
  const signature = decodeBase64(request.headers[SIGNATURE] ?? "", SIGNATURE_BYTES);
  if (!key || !signature || !isRecent(timestamp, now)) return false;
  return verify(null, Buffer.concat([Buffer.from(`${timestamp}|`), request.body]), key, signature);
};

const isRecent = (timestamp: string, now: Date): boolean =>
  /^\d{1,12}$/.test(timestamp) && Math.abs(Math.floor(now.getTime() / 1000) - Number(timestamp)) <= TOLERANCE_SECONDS;

const readPublicKey = (text: string): KeyObject | null => {
  const bytes = decodeBase64(text.trim(), PUBLIC_KEY_BYTES);
  return bytes && createPublicKey({ key: Buffer.concat([KEY_HEAD, bytes]), format: "der", type: "spki" });
};

/** Decodes strictly: Node's own Base64 reader skips invalid characters. */
const decodeBase64 = (text: string, length: number): Buffer | null => {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 !== 0) return null;
  const bytes = Buffer.from(text, "base64");
  return bytes.length === length ? bytes : null;
};

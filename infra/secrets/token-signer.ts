import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** Signs claims that a link carries in plain text, so that they can be trusted when they come back. */
export interface TokenSigner {
  /**
   * Returns a URL-safe token. `purpose` (such as `artifact`) separates kinds of tokens: one is never accepted for
   * another.
   */
  sign(claims: string, options: { purpose: string; expiresAt: Date }): string;
  /**
   * Returns the claims; null when the token was changed, is for another purpose, has expired, or its key is not
   * configured.
   */
  read(token: string, options: { purpose: string; now: Date }): string | null;
}

const TOKEN = /^([\w-]+)\.([0-9a-z]{1,11})\.([\w-]{43})$/;

/**
 * Creates a signer. `keys`: 64 hexadecimal digits each; the first one signs, all of them verify. HMAC-SHA256 with a key
 * derived for each purpose.
 */
export const createTokenSigner = (keys: readonly [string, ...string[]]): TokenSigner => {
  const [current] = keys;
  return {
    sign: (claims, { purpose, expiresAt }) => {
      const body = `${Buffer.from(claims).toString("base64url")}.${Math.floor(expiresAt.getTime() / 1000).toString(36)}`;
      return `${body}.${signatureOf(body, keyFor(current, purpose)).toString("base64url")}`;
    },
    read: (token, { purpose, now }) => {
      const [, claims = "", expires = "", signature = ""] = TOKEN.exec(token) ?? [];
      const given = Buffer.from(signature, "base64url");
      const isOurs = keys
        .map((key) => signatureOf(`${claims}.${expires}`, keyFor(key, purpose)))
        .some((expected) => expected.length === given.length && timingSafeEqual(expected, given));
      if (!isOurs || Number.parseInt(expires, 36) * 1000 <= now.getTime()) return null;
      return Buffer.from(claims, "base64url").toString("utf8");
    },
  };
};

const derived = new Map<string, Buffer>();

const keyFor = (key: string, purpose: string): Buffer => {
  const name = `${key} ${purpose}`;
  const known =
    derived.get(name) ?? Buffer.from(hkdfSync("sha256", Buffer.from(key, "hex"), "", `token:${purpose}`, 32));
  derived.set(name, known);
  return known;
};

const signatureOf = (body: string, key: Buffer): Buffer => createHmac("sha256", key).update(body).digest();

import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";

export type ReadKey = { ok: true; key: KeyObject } | { ok: false; problem: string };

const LEAST_BITS = 2048;
const PEM = /-----BEGIN ([A-Z ]+)-----([\s\S]*?)-----END \1-----/;

/**
 * Reads an application's private key in any pasted form: with real line breaks, with `\n`, or all on one line.
 * `problem` is a sentence for the person who saves the account.
 */
export const readPrivateKey = (text: string): ReadKey => {
  const [, label, body] = PEM.exec(text.replaceAll(String.raw`\n`, "\n")) ?? [];
  if (label === undefined || body === undefined) return bad(NOT_PEM);
  if (label.includes("PUBLIC")) return bad("This is the application's public key; its private key is needed");
  if (label.includes("ENCRYPTED")) return bad("The private key is protected by a password; one without is needed");
  const base64 = body.replace(/\s+/g, "");
  const lines = base64.match(/.{1,64}/g) ?? [];
  try {
    const key = createPrivateKey(`-----BEGIN ${label}-----\n${lines.join("\n")}\n-----END ${label}-----\n`);
    return judge(key);
  } catch {
    return bad("The private key is damaged: paste the whole file again, from BEGIN to END");
  }
};

const judge = (key: KeyObject): ReadKey => {
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType !== "rsa") return bad("The private key is not an RSA key, as Vonage's are");
  return bits < LEAST_BITS ? bad(`The private key has ${bits} bits; ${LEAST_BITS} are needed`) : { ok: true, key };
};

/** Tells whether a public key, as Vonage shows it, belongs to this private key. */
export const isKeyPair = (key: KeyObject, publicPem: string): boolean => {
  try {
    const spki = (each: KeyObject) => each.export({ type: "spki", format: "der" });
    return spki(createPublicKey(key)).equals(spki(createPublicKey(publicPem)));
  } catch {
    return false;
  }
};

const NOT_PEM = "The private key is no PEM file: it begins with -----BEGIN PRIVATE KEY-----";

const bad = (problem: string): ReadKey => ({ ok: false, problem });

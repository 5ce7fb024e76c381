import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { CODE_STEPS_TAKEN, RECOVERY_CODES } from "../../domain/access/second-factor.ts";

/** What every authenticator app computes (RFC 6238): HMAC-SHA-1, six digits, a new code each 30 seconds. */
const STEP_SECONDS = 30;
const DIGITS = 6;
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export const createOneTimeSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** Writes bytes in base32 (RFC 4648) without padding, as apps read a secret. */
export const encodeBase32 = (bytes: Uint8Array): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
};

export const computeOneTimeCode = (secret: Buffer, step: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
};

export const findStepOf = (at: Date): number => Math.floor(at.getTime() / 1000 / STEP_SECONDS);

/** Returns the step that the code is of; null: none that is near now. */
export const findStepOfCode = (secret: Buffer, code: string, now: Date): number | null => {
  const given = Buffer.from(code.replaceAll(/\s/g, ""));
  const steps = CODE_STEPS_TAKEN.map((apart) => findStepOf(now) + apart);
  return (
    steps.find((step) => {
      const expected = Buffer.from(computeOneTimeCode(secret, step));
      return expected.length === given.length && timingSafeEqual(expected, given);
    }) ?? null
  );
};

/** Returns the address that an app reads from a picture of it. */
export const buildOneTimeUri = (secret: Buffer, { email, issuer }: { email: string; issuer: string }): string => {
  const parameters = new URLSearchParams({
    secret: encodeBase32(secret),
    issuer,
    algorithm: "SHA1",
    digits: String(DIGITS),
    period: String(STEP_SECONDS),
  });
  return `otpauth://totp/${encodeURIComponent(`${issuer}:${email}`)}?${parameters.toString().replaceAll("+", "%20")}`;
};

const RECOVERY_BYTES = 10;

/** Returns codes of 80 random bits as people write them down: `ABCD-EFGH-JKLM-NPQR`. */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => group(encodeBase32(randomBytes(RECOVERY_BYTES))));

/** Reads a recovery code as somebody types it. */
export const normalizeRecoveryCode = (typed: string): string => group(typed.toUpperCase().replaceAll(/[^A-Z2-7]/g, ""));

const group = (letters: string): string => (letters.match(/.{1,4}/g) ?? []).join("-");

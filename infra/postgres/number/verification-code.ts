import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { VERIFICATION_CODE_DIGITS } from "../../../domain/number/number-verification.rules.ts";
import type { SecretBox } from "../../secrets/secret-box.ts";

const CODE_SALT_BYTES = 16;

/** Creates random digits. */
export const createCode = (): string =>
  String(randomInt(10 ** VERIFICATION_CODE_DIGITS)).padStart(VERIFICATION_CODE_DIGITS, "0");

/** Returns the context for which a code and its hash are sealed. */
export const buildVerificationCodeSealContext = (runUuid: string) => `verification-code:${runUuid}`;

/**
 * Returns the columns that store a code. Input is compared with a hash, which is sealed too, because a hash of six
 * digits is guessed in a second; the code itself is stored, sealed, until the call that reads it is over.
 */
export const sealCode = (code: string, { runUuid, secrets }: { runUuid: string; secrets: SecretBox }) => {
  const salt = randomBytes(CODE_SALT_BYTES).toString("hex");
  return {
    code_hash_sealed: secrets.seal(`${salt}:${hashOf(salt, code)}`, buildVerificationCodeSealContext(runUuid)),
    code_sealed: secrets.seal(code, buildVerificationCodeSealContext(runUuid)),
  };
};

interface KeptCode {
  run_uuid: string | null;
  code_hash_sealed: Buffer | null;
}

/** Compares in constant time; false where no code is stored. */
export const matchesCode = (row: KeptCode, typed: string, secrets: SecretBox): boolean => {
  if (row.run_uuid === null || row.code_hash_sealed === null) return false;
  const [salt = "", hash = ""] = secrets
    .open(row.code_hash_sealed, buildVerificationCodeSealContext(row.run_uuid))
    .split(":");
  return timingSafeEqual(Buffer.from(hash, "hex"), Buffer.from(hashOf(salt, typed), "hex"));
};

/** Returns what the call says: the code twice, digit by digit. Null once the code is deleted. */
export const openCodeWords = (
  row: { run_uuid: string | null; code_sealed: Buffer | null },
  secrets: SecretBox,
): string | null => {
  if (row.run_uuid === null || row.code_sealed === null) return null;
  const digits = secrets.open(row.code_sealed, buildVerificationCodeSealContext(row.run_uuid)).split("").join(". ");
  return `Hello. Your verification code is: ${digits}. Once more: ${digits}. Goodbye.`;
};

const hashOf = (salt: string, code: string): string => createHash("sha256").update(`${salt}:${code}`).digest("hex");

import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { LocalStackError } from "./failure.ts";

export interface StackSecrets {
  ENCRYPTION_KEY: string;
  S3_ACCESS_KEY: string;
  S3_SECRET_KEY: string;
  SIMULATOR_SIGNING_KEY: string;
}

/**
 * Returns the secrets of an embedded stack: generated at its first start, then read from `file`, which only its owner
 * may read.
 */
export const loadStackSecrets = (file: string): StackSecrets => {
  const secrets = { ...newSecrets(), ...(existsSync(file) ? readSecrets(file) : {}) };
  if (!existsSync(file)) writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  return secrets;
};

const newSecrets = (): StackSecrets => ({
  ENCRYPTION_KEY: randomBytes(32).toString("hex"),
  S3_ACCESS_KEY: randomBytes(10).toString("hex"),
  S3_SECRET_KEY: randomBytes(20).toString("hex"),
  SIMULATOR_SIGNING_KEY: randomBytes(32).toString("hex"),
});

const keptSecrets = z
  .object({
    ENCRYPTION_KEY: z.string(),
    S3_ACCESS_KEY: z.string(),
    S3_SECRET_KEY: z.string(),
    SIMULATOR_SIGNING_KEY: z.string(),
  })
  .partial();

const readSecrets = (file: string): Partial<StackSecrets> => {
  try {
    return keptSecrets.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    // New secrets would make data unreadable that the old key encrypted.
    throw new LocalStackError(`${file} cannot be read: restore it, or start on another DATA_DIR.`, { cause });
  }
};

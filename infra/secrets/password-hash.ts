import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { createSemaphore } from "../limits/semaphore.ts";

/**
 * OWASP's recommendation for argon2id. Stored hashes stay readable after a change, because each names its own
 * parameters.
 */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const PARALLELISM = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
const argon2Async = promisify(argon2);

/** Each hash takes a processor, of which one stays free, and a thread of the pool, which files and DNS need too. */
const HASHES_AT_A_TIME = Math.max(1, Math.min(2, availableParallelism() - 1));
/** With this many the last one waits about a second. */
const HASHES_WAITING = 50;
const semaphore = createSemaphore({ permits: HASHES_AT_A_TIME, mostWaiting: HASHES_WAITING });

/** Too many passwords are waiting to be hashed. */
export class PasswordHashesBusyError extends Error {
  override readonly name = "PasswordHashesBusyError";
}

const deriveKey: typeof argon2Async = async (algorithm, parameters) => {
  const release = await semaphore.acquire();
  if (!release) throw new PasswordHashesBusyError("too many passwords wait to be hashed");
  try {
    return await argon2Async(algorithm, parameters);
  } finally {
    release();
  }
};

/** Returns the hash as a PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. Takes some 30 ms and 19 MiB. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(SALT_BYTES);
  const parameters = { memory: MEMORY_KIB, passes: PASSES, parallelism: PARALLELISM, tagLength: HASH_BYTES };
  const hash = await deriveKey("argon2id", { message: password, nonce: salt, ...parameters });
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}$${encode(salt)}$${encode(hash)}`;
};

/**
 * Compares a password with a stored hash. `stored: null` (no such user) takes the same time and returns false, so that
 * the time does not reveal who exists.
 */
export const verifyPassword = async (password: string, stored: string | null): Promise<boolean> => {
  const parts = FORM.exec(stored ?? HASH_OF_NOTHING);
  if (!parts) return false;
  const [memory = 0, passes = 0, parallelism = 0] = parts.slice(1, 4).map(Number);
  const [nonce, expected] = parts.slice(4).map((text) => Buffer.from(text, "base64"));
  if (!nonce || !expected) return false;
  const parameters = { memory, passes, parallelism, tagLength: expected.length };
  const actual = await deriveKey("argon2id", { message: password, nonce, ...parameters });
  return timingSafeEqual(actual, expected) && stored !== null;
};

const encode = (bytes: Buffer): string => bytes.toString("base64").replaceAll("=", "");

const HASH_OF_NOTHING =
  `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}` +
  `$${encode(Buffer.alloc(SALT_BYTES))}$${encode(Buffer.alloc(HASH_BYTES))}`;

/** Returns the hash of a password that nobody knows: of an account that is opened in another way until its person sets one. */
export const hashRandomPassword = (): Promise<string> => hashPassword(randomBytes(HASH_BYTES).toString("base64url"));

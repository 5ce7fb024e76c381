import { WRONG_PASSWORDS } from "../../domain/access/login-slowdown.ts";
import { clearAttempts, reserveAttempt } from "../../infra/postgres/access/login-attempts.repository.ts";
import { verifyPassword } from "../../infra/secrets/password-hash.ts";
import { tooManyRequests } from "../http/http-error.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { wrongPassword } from "./account.errors.ts";

/** Throws 403 for a wrong password, and 429 after several for the same subject. */
export const requirePassword = async (
  { database, clock }: OperationContext,
  { subject, password, hash }: { subject: string; password: string; hash: string | null },
): Promise<void> => {
  const now = clock.now();
  const waitSeconds = await reserveAttempt(database, subject, { now, ...WRONG_PASSWORDS });
  if (waitSeconds !== null) throw tooManyRequests("Too many wrong passwords; wait before the next one", waitSeconds);
  if (!(await verifyPassword(password, hash))) throw wrongPassword();
  await clearAttempts(database, { subject, now });
};

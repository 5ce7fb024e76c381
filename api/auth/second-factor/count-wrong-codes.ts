import { WRONG_CODES } from "../../../domain/access/login-slowdown.ts";
import { clearAttempts, reserveAttempt } from "../../../infra/postgres/access/login-attempts.repository.ts";
import { type HttpError, tooManyRequests } from "../../http/http-error.ts";
import type { OperationContext } from "../../http/operation-context.ts";

/** Carries out `prove`; null of it is a wrong code. Throws the refusal for one, and 429 after several of the same subject. */
export const countingWrongCodes = async <T>(
  { database, clock }: OperationContext,
  { subject, refusal }: { subject: string; refusal: () => HttpError },
  prove: () => Promise<T | null>,
): Promise<T> => {
  const now = clock.now();
  const waitSeconds = await reserveAttempt(database, subject, { now, ...WRONG_CODES });
  if (waitSeconds !== null) throw tooManyRequests("Too many wrong codes; wait before the next one", waitSeconds);
  const proven = await prove();
  if (proven === null) throw refusal();
  await clearAttempts(database, { subject, now });
  return proven;
};

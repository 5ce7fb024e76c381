import type { z } from "zod";
import { findAccount } from "../../infra/postgres/access/access.repository.ts";
import {
  clearAttempts,
  reserveAttempt,
  returnAttempt,
  type Slowdown,
} from "../../infra/postgres/access/login-attempts.repository.ts";
import { PasswordHashesBusyError, verifyPassword } from "../../infra/secrets/password-hash.ts";
import { tooManyRequests, unauthorized } from "../http/http-error.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentSession } from "./auth.presenter.ts";
import type { logInBody } from "./auth.schemas.ts";
import { setSessionCookie } from "./set-session-cookie.ts";
import { openSession } from "./open-session.ts";

/**
 * Attempts from one address are counted separately, so that a stranger elsewhere does not lock the account's owner out.
 */
const PER_EMAIL_AND_ADDRESS: Slowdown = { free: 5, longestSeconds: 60 };
/** Attempts from all addresses are counted together, against guessing from many addresses. */
const PER_EMAIL: Slowdown = { free: 100, longestSeconds: 60 };
/** Higher, because many people may share an address. */
const PER_ADDRESS: Slowdown = { free: 30, longestSeconds: 900 };

export const logIn = async (context: OperationContext, { body }: { body: z.output<typeof logInBody> }) => {
  const { database, clock } = context;
  const email = `email:${body.email.toLowerCase()}`;
  const subjects = { email, pair: `${email} ${context.address}`, address: `address:${context.address}` };
  await slowDown(context, subjects);
  const account = await findAccount(database, body.email);
  const matches = await comparePassword(context, subjects, { given: body.password, account });
  if (!account || !matches) throw unauthorized("Invalid email or password");
  for (const subject of [subjects.pair, subjects.email]) await clearAttempts(database, { subject, now: clock.now() });
  await returnAttempt(database, subjects.address);
  return database.inOrganization(account.organizationId, async (tx) =>
    presentSession(setSessionCookie(context, await openSession(tx, account, clock.now()), body), account),
  );
};

interface Subjects {
  email: string;
  pair: string;
  address: string;
}

/** A password that could not be compared does not count as an attempt: the next try must not be locked out. */
const comparePassword = async (
  { database }: OperationContext,
  subjects: Subjects,
  { given, account }: { given: string; account: { passwordHash: string } | null | undefined },
): Promise<boolean> => {
  try {
    return await verifyPassword(given, account?.passwordHash ?? null);
  } catch (error) {
    if (error instanceof PasswordHashesBusyError)
      for (const subject of [subjects.email, subjects.pair, subjects.address]) await returnAttempt(database, subject);
    throw error;
  }
};

const slowDown = async ({ database, clock }: OperationContext, subjects: Subjects) => {
  const now = clock.now();
  const waitSeconds =
    (await reserveAttempt(database, subjects.address, { now, ...PER_ADDRESS })) ??
    (await reserveAttempt(database, subjects.pair, { now, ...PER_EMAIL_AND_ADDRESS })) ??
    (await reserveAttempt(database, subjects.email, { now, ...PER_EMAIL }));
  if (waitSeconds !== null) throw tooManyRequests("Too many failed log-ins; wait before the next one", waitSeconds);
};

import { setTimeout as delay } from "node:timers/promises";
import { foldAddress } from "../../domain/access/email-address.ts";
import { PER_ACCOUNT, PER_ACCOUNT_AND_ORIGIN, PER_ADDRESS } from "../../domain/access/login-slowdown.ts";
import { findAccount } from "../../infra/postgres/access/access.repository.ts";
import { knowsOrigin } from "../../infra/postgres/access/known-origins.repository.ts";
import {
  clearAttempts,
  paceAttempt,
  reserveAttempt,
  returnAttempt,
  returnPacedAttempt,
} from "../../infra/postgres/access/login-attempts.repository.ts";
import { PasswordHashesBusyError, verifyPassword } from "../../infra/secrets/password-hash.ts";
import { tooManyRequests, unauthorized } from "../http/http-error.ts";
import type { OperationInput, WithRequest } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { logInBody } from "./auth.schemas.ts";
import { enterByPassword } from "./enter-by-password.ts";
import { identifyKnownBrowser } from "./known-browser.ts";
import { noteInOrganizations } from "./note-log-in.ts";

type Input = OperationInput<{ body: typeof logInBody }> & WithRequest;

/** Nobody who may have an account: its places are looked up all the same, so that the answer takes as long. */
const NOBODY = 0;

export const logIn = async (context: OperationContext, { body, request }: Input) => {
  const { database, clock } = context;
  const account = await findAccount(database, body.email);
  const browser = identifyKnownBrowser(context.config, request.headers);
  const place = { address: context.address, browser };
  const isKnown = await knowsOrigin(database, { userId: account?.userId ?? NOBODY, place, now: clock.now() });
  const attempt = nameAttempt(body.email, { ...place, isKnown });
  await slowDown(context, attempt);
  const matches = await comparePassword(context, attempt, { given: body.password, account });
  if (!account || !matches) {
    if (account) noteFailure(context, account.userId);
    throw unauthorized("Invalid email or password");
  }
  await clearAttempts(database, { subject: attempt.atPlace, now: clock.now() });
  if (attempt.elsewhere) {
    await clearAttempts(database, { subject: attempt.elsewhere.account, now: clock.now() });
    await returnAttempt(database, attempt.elsewhere.address);
  }
  return enterByPassword(context, account, { body, request });
};

/** Not awaited: an answer that took as long as the audit of an account's organizations would tell that there is an account. */
const noteFailure = (context: OperationContext, userId: number): void => {
  noteInOrganizations(context, userId, "log_in_failed").catch((err: unknown) =>
    context.logger.error({ err }, "a failed log-in was not noted in the audit"),
  );
};

/** The subjects by which an attempt is counted. */
interface Attempt {
  /** The account and where the attempt comes from. */
  atPlace: string;
  /** Null where the account knows the place: strangers' attempts do not count there. */
  elsewhere: { account: string; address: string } | null;
}

const nameAttempt = (
  email: string,
  { address, browser, isKnown }: { address: string; browser: string | null; isKnown: boolean },
): Attempt => {
  const account = `email:${foldAddress(email)}`;
  return {
    atPlace: `${account} ${isKnown && browser !== null ? `browser:${browser}` : address}`,
    elsewhere: isKnown ? null : { account, address: `address:${address}` },
  };
};

/** A password that could not be compared does not count as an attempt: the next try must not be locked out. */
const comparePassword = async (
  { database }: OperationContext,
  { atPlace, elsewhere }: Attempt,
  { given, account }: { given: string; account: { passwordHash: string } | null | undefined },
): Promise<boolean> => {
  try {
    return await verifyPassword(given, account?.passwordHash ?? null);
  } catch (error) {
    if (error instanceof PasswordHashesBusyError) {
      await returnAttempt(database, atPlace);
      if (elsewhere) await returnAttempt(database, elsewhere.address);
      if (elsewhere) await returnPacedAttempt(database, elsewhere.account);
    }
    throw error;
  }
};

/** Waits for the attempt's turn; throws 429 where it may not be made yet. */
const slowDown = async ({ database, clock }: OperationContext, { atPlace, elsewhere }: Attempt): Promise<void> => {
  const now = clock.now();
  const waitSeconds =
    (elsewhere && (await reserveAttempt(database, elsewhere.address, { now, ...PER_ADDRESS }))) ??
    (await reserveAttempt(database, atPlace, { now, ...PER_ACCOUNT_AND_ORIGIN }));
  if (waitSeconds !== null) throw tooManyFailures(waitSeconds);
  if (!elsewhere) return;
  const turnInMs = await paceAttempt(database, elsewhere.account, { now, ...PER_ACCOUNT });
  if (turnInMs === null) throw tooManyFailures(PER_ACCOUNT.longestWaitMs / 1000);
  if (turnInMs > 0) await delay(turnInMs);
};

const tooManyFailures = (waitSeconds: number) =>
  tooManyRequests(
    "Too many failed log-ins; wait before the next one, or have a link to a new password mailed to you",
    waitSeconds,
  );

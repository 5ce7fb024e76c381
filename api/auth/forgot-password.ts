import { MAILS_PER_ADDRESS, RESETS_PER_ADDRESS } from "../../domain/access/login-slowdown.ts";
import { RESET_GOOD_FOR_MS } from "../../domain/access/password.ts";
import { composePasswordResetMail } from "../../domain/mail/account-mails.ts";
import { buildConsoleLink } from "../../infra/config/console-link.ts";
import type { Mailer } from "../../infra/mail/mailer.ts";
import { reserveAttempt } from "../../infra/postgres/access/login-attempts.repository.ts";
import { findPerson, readMembershipMark } from "../../infra/postgres/access/person.repository.ts";
import { signPasswordReset } from "../../infra/secrets/access-tokens.ts";
import { tooManyRequests } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { forgotPasswordBody } from "./account.schemas.ts";

/**
 * Answers every address in the same way and time, whether it has an account or not: the account is looked up and the
 * mail sent afterwards. A lost mail can be requested again.
 */
export const forgotPassword = async (
  context: OperationContext,
  { body: { email } }: OperationInput<{ body: typeof forgotPasswordBody }>,
) => {
  const { mailer, database, clock, logger } = context;
  const now = clock.now();
  const waitSeconds = await reserveAttempt(database, `forgot-from:${context.address}`, { now, ...RESETS_PER_ADDRESS });
  if (waitSeconds !== null)
    throw tooManyRequests("Too many requests for new passwords; wait before the next one", waitSeconds);
  if (mailer)
    mailLink(context, mailer, email).catch((err: unknown) =>
      logger.error({ err }, "a link to a new password was not sent"),
    );
  return { mailed: mailer !== null };
};

const mailLink = async (context: OperationContext, mailer: Mailer, email: string): Promise<void> => {
  const { database, tokens, config, clock } = context;
  const now = clock.now();
  const person = await findPerson(database.withoutOrganization, email);
  if (!person) return;
  const mayNotYet = await reserveAttempt(database, `forgot:${person.user_id}`, { now, ...MAILS_PER_ADDRESS });
  if (mayNotYet !== null) return;
  const expiresAt = new Date(now.getTime() + RESET_GOOD_FOR_MS);
  const memberships = await readMembershipMark(database.withoutOrganization, person.user_id);
  const reset = { userId: person.user_id, passwordHash: person.password_hash, memberships, expiresAt };
  const link = buildConsoleLink(config, "reset-password", signPasswordReset(tokens, reset));
  await mailer.send({ to: person.email, ...composePasswordResetMail({ link }) });
};

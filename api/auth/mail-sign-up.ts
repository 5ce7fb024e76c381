import { foldAddress } from "../../domain/access/email-address.ts";
import { MAILS_PER_ADDRESS } from "../../domain/access/login-slowdown.ts";
import { SIGN_UP_GOOD_FOR_MS } from "../../domain/access/sign-up.ts";
import { composeAlreadySignedUpMail, composeSignUpMail } from "../../domain/mail/account-mails.ts";
import { readPublicBaseUrl } from "../../infra/config/config.ts";
import { buildConsoleLink } from "../../infra/config/console-link.ts";
import type { Mailer } from "../../infra/mail/mailer.ts";
import type { NewAccount } from "../../infra/postgres/access/access.repository.ts";
import { reserveAttempt } from "../../infra/postgres/access/login-attempts.repository.ts";
import { findPerson } from "../../infra/postgres/access/person.repository.ts";
import { signSignUp } from "../../infra/secrets/sign-up-token.ts";
import type { OperationContext } from "../http/operation-context.ts";

/**
 * Mails the link that creates the account; an address with an account is told so. The fourth mail to an address and
 * later ones are slowed.
 */
export const mailSignUp = async (context: OperationContext, mailer: Mailer, account: NewAccount): Promise<void> => {
  const { database, clock, config } = context;
  const now = clock.now();
  const mayNotYet = await reserveAttempt(database, `sign-up:${foldAddress(account.email)}`, {
    now,
    ...MAILS_PER_ADDRESS,
  });
  if (mayNotYet !== null) return;
  const person = await findPerson(database.withoutOrganization, account.email);
  if (person) {
    const link = `${readPublicBaseUrl(config)}/console/sign-in`;
    return mailer.send({ to: person.email, ...composeAlreadySignedUpMail({ link }) });
  }
  const token = signSignUp(context, account, new Date(now.getTime() + SIGN_UP_GOOD_FOR_MS));
  await mailer.send({
    to: account.email,
    ...composeSignUpMail({ link: buildConsoleLink(config, "confirm-sign-up", token) }),
  });
};

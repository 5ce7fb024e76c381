import type { NewAccount } from "../../infra/postgres/access/access.repository.ts";
import { hashPassword } from "../../infra/secrets/password-hash.ts";
import { forbidden } from "../http/http-error.ts";
import type { OperationInput, WithRequest } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { createAcceptedAnswer } from "../http/raw-answer.ts";
import { type signUpBody, signUpMailedAnswer } from "./auth.schemas.ts";
import { createOwner } from "./create-owner.ts";
import { mailSignUp } from "./mail-sign-up.ts";

const MAILED = "A mail to this address says what to do next";

/** Signs up. Where mail is sent, the answer does not reveal whether an address has an account; only the mail does. */
export const signUp = async (
  context: OperationContext,
  { body, request }: OperationInput<{ body: typeof signUpBody }> & WithRequest,
) => {
  requireSignUp(context);
  await context.countSignUp();
  const account: NewAccount = {
    email: body.email,
    name: body.name ?? null,
    passwordHash: await hashPassword(body.password),
    organizationName: body.organization_name ?? body.name ?? body.email,
  };
  const { mailer, logger } = context;
  if (!mailer) return createOwner(context, account, { body, request });
  // Not awaited, because the time of the answer would reveal a known address.
  mailSignUp(context, mailer, account).catch((err: unknown) =>
    logger.error({ err }, "a mail of a sign-up was not sent"),
  );
  return createAcceptedAnswer(signUpMailedAnswer.parse({ mailed: true, message: MAILED }));
};

export const requireSignUp = ({ config }: OperationContext): void => {
  if (!config.SIGNUP_ENABLED) throw forbidden("signup_disabled", "Sign-up is switched off here; ask an administrator");
};

import { foldAddress } from "../../domain/access/email-address.ts";
import { readSignUp } from "../../infra/secrets/sign-up-token.ts";
import type { OperationInput, WithRequest } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { signUpInvalid } from "./account.errors.ts";
import type { confirmSignUpBody } from "./auth.schemas.ts";
import { createOwner } from "./create-owner.ts";
import { requirePassword } from "./require-password.ts";
import { requireSignUp } from "./sign-up.ts";

/**
 * Creates the account. The link proves that its opener reads the address, and the password that they signed up: the
 * reader of a mail that a stranger caused creates no account with the stranger's password.
 */
export const confirmSignUp = async (
  context: OperationContext,
  { body, request }: OperationInput<{ body: typeof confirmSignUpBody }> & WithRequest,
) => {
  requireSignUp(context);
  const account = readSignUp(context, body.token);
  if (!account) throw signUpInvalid();
  const subject = `confirm-sign-up:${foldAddress(account.email)}`;
  await requirePassword(context, { subject, password: body.password, hash: account.passwordHash });
  return createOwner(context, account, { body, request });
};

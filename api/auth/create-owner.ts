import { createOrganization, type NewAccount } from "../../infra/postgres/access/access.repository.ts";
import { findViolatedConstraint } from "../../infra/postgres/unique-violation.ts";
import { conflict } from "../http/http-error.ts";
import type { OperationRequest } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentSession } from "./auth.presenter.ts";
import { createDefaults } from "./create-defaults.ts";
import { openSession } from "./open-session.ts";
import { rememberLogIn } from "./remember-log-in.ts";
import { setSessionCookie } from "./set-session-cookie.ts";

/**
 * Creates account, organization, its first carrier account and a session, all or nothing. Throws 409 for a taken
 * address.
 */
export const createOwner = async (
  context: OperationContext,
  account: NewAccount,
  { body, request }: { body: { cookie: boolean }; request: OperationRequest },
) => {
  const { database, secrets } = context;
  const session = await refusingTakenEmail(() =>
    createOrganization(database, account, async (tx, owner) => {
      await createDefaults(tx, owner, secrets);
      return presentSession(setSessionCookie(context, await openSession(context, tx, owner), body), owner);
    }),
  );
  await rememberLogIn(context, { userId: session.user.id, request, cookie: body.cookie });
  return session;
};

const refusingTakenEmail = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (findViolatedConstraint(error) !== "users_email") throw error;
    throw conflict("email_taken", "This e-mail address has an account; log in instead");
  }
};

import type { z } from "zod";
import { createOrganization } from "../../infra/postgres/access/access.repository.ts";
import { violatedConstraint } from "../../infra/postgres/unique-violation.ts";
import { hashPassword } from "../../infra/secrets/password-hash.ts";
import { conflict, forbidden } from "../http/http-error.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentSession } from "./auth.presenter.ts";
import type { signUpBody } from "./auth.schemas.ts";
import { createDefaults } from "./create-defaults.ts";
import { keepSession } from "./keep-session.ts";
import { openSession } from "./open-session.ts";

/** Account, organization, its first carrier account and a session: all of it or nothing. */
export const signUp = async (context: OperationContext, { body }: { body: z.output<typeof signUpBody> }) => {
  const { config, database, secrets, clock } = context;
  if (!config.SIGNUP_ENABLED) throw forbidden("signup_disabled", "Sign-up is switched off here; ask an administrator");
  await context.countSignUp();
  const account = {
    email: body.email,
    name: body.name ?? null,
    passwordHash: await hashPassword(body.password),
    organizationName: body.organization_name ?? body.name ?? body.email,
  };
  return refusingTakenEmail(() =>
    createOrganization(database, account, async (tx, owner) => {
      await createDefaults(tx, owner, secrets);
      return presentSession(keepSession(context, await openSession(tx, owner, clock.now()), body), owner);
    }),
  );
};

const refusingTakenEmail = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (violatedConstraint(error) !== "users_email") throw error;
    throw conflict("email_taken", "This e-mail address has an account; log in instead");
  }
};

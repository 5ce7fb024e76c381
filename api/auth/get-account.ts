import type { OperationContext } from "../http/operation-context.ts";
import { presentAccount } from "./auth.presenter.ts";

/** Returns the account; with an API key its maker, in the key's role. */
export const getAccount = async (context: OperationContext) => {
  const { userId, organizationId, role } = context.actor;
  const user = await context.inOrganization((tx) =>
    tx.selectFrom("users").select(["email", "name"]).where("id", "=", userId).executeTakeFirstOrThrow(),
  );
  return presentAccount({ userId, organizationId, role, email: user.email, name: user.name });
};

import { findMember } from "../../infra/postgres/access/members.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { organizationNotFound } from "./account.errors.ts";
import type { selectOrganizationBody } from "./account.schemas.ts";
import { presentSession } from "./auth.presenter.ts";
import { openSession } from "./open-session.ts";
import { signInThere } from "./provider/provider.errors.ts";
import { requirePerson } from "./require-person.ts";
import { setSessionCookie } from "./set-session-cookie.ts";

/** Opens a session in another organization; the present session stays valid until it ends. */
export const selectOrganization = (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof selectOrganizationBody }>,
) => {
  const { userId, onlyIn } = requirePerson(context);
  const { organization_id: organizationId } = body;
  if (onlyIn !== null && onlyIn !== organizationId) throw signInThere();
  return context.database.inOrganization(organizationId, async (tx) => {
    const member = await findMember(tx, userId);
    if (!member) throw organizationNotFound();
    const { email, name, role } = member;
    const account = { userId, organizationId, email, name, role };
    return presentSession(
      setSessionCookie(
        context,
        await openSession(context, tx, account, {
          method: onlyIn === null ? "password" : "provider",
          providerSession: null,
          logOutUrl: null,
        }),
        body,
      ),
      account,
    );
  });
};

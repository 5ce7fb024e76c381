import { buildSessionLogOutSealContext } from "../../infra/postgres/access/identity-provider.repository.ts";
import { findMember } from "../../infra/postgres/access/members.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { organizationNotFound, sessionNotFound } from "./account.errors.ts";
import type { selectOrganizationBody } from "./account.schemas.ts";
import { presentSession } from "./auth.presenter.ts";
import { type HowProven, openSession } from "./open-session.ts";
import { signInThere } from "./provider/provider.errors.ts";
import { requirePerson } from "./require-person.ts";
import { setSessionCookie } from "./set-session-cookie.ts";

/**
 * Opens a session in another organization; the present session stays valid until it ends. The new one ends no later, and with that of the
 * identity provider where there is one: nobody stays logged in for longer than they have proved who they are.
 */
export const selectOrganization = async (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof selectOrganizationBody }>,
) => {
  const { userId, onlyIn, sessionId } = requirePerson(context);
  const { organization_id: organizationId } = body;
  if (onlyIn !== null && onlyIn !== organizationId) throw signInThere();
  const how = await readProof(context, sessionId);
  return context.database.inOrganization(organizationId, async (tx) => {
    const member = await findMember(tx, userId);
    if (!member) throw organizationNotFound();
    const { email, name, role } = member;
    const account = { userId, organizationId, email, name, role };
    return presentSession(setSessionCookie(context, await openSession(context, tx, account, how), body), account);
  });
};

/** How the person of the present session has proved who they are, and until when that is good. */
const readProof = async (context: OperationContext, sessionId: number): Promise<HowProven> => {
  const session = await context.inOrganization((tx) =>
    tx.selectFrom("sessions").selectAll().where("id", "=", sessionId).executeTakeFirst(),
  );
  if (!session) throw sessionNotFound();
  const { method, provider_session, provider_log_out_sealed: sealed, token_hash: hash, expires_at } = session;
  const logOutUrl = sealed && context.secrets.open(sealed, buildSessionLogOutSealContext(hash));
  return { method, providerSession: provider_session, logOutUrl, endsBy: expires_at };
};

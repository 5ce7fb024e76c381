import { nameDevice } from "../../domain/access/device.ts";
import { listOrganizationsOfPerson, listSessionsOfPerson } from "../../infra/postgres/access/person.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentAccount } from "./auth.presenter.ts";
import { requirePerson } from "./require-person.ts";

/** Returns the account; with an API key its maker, in the key's role. */
export const getAccount = async (context: OperationContext) => {
  const { userId, organizationId, role } = context.actor;
  const user = await context.inOrganization((tx) =>
    tx.selectFrom("users").select(["email", "name"]).where("id", "=", userId).executeTakeFirstOrThrow(),
  );
  return presentAccount({ userId, organizationId, role, email: user.email, name: user.name });
};

export const listOrganizations = async (context: OperationContext) => {
  const { userId, onlyIn } = requirePerson(context);
  const organizations = await listOrganizationsOfPerson(context.database.withoutOrganization, userId);
  return {
    organizations: organizations
      .filter(({ organization_id: id }) => onlyIn === null || id === onlyIn)
      .map((each) => ({
        ...each,
        is_selected: each.organization_id === context.actor.organizationId,
      })),
  };
};

export const listSessions = async (context: OperationContext) => {
  const { userId, sessionId, onlyIn } = requirePerson(context);
  const sessions = await listSessionsOfPerson(context.database.withoutOrganization, userId, onlyIn);
  return {
    sessions: sessions.map(({ user_agent: userAgent, ...session }) => ({
      ...session,
      device: nameDevice(userAgent),
      is_current: session.id === sessionId,
    })),
  };
};

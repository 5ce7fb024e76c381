import { listOrganizationsOfPerson } from "../../infra/postgres/access/person.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requirePerson } from "./require-person.ts";

export const listOrganizations = async (context: OperationContext) => {
  const { userId } = requirePerson(context);
  const organizations = await listOrganizationsOfPerson(context.database.withoutOrganization, userId);
  return {
    organizations: organizations.map((each) => ({
      ...each,
      is_selected: each.organization_id === context.actor.organizationId,
    })),
  };
};

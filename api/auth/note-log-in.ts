import { listOrganizationsOfPerson } from "../../infra/postgres/access/person.repository.ts";
import { insertAct } from "../../infra/postgres/audit/acts.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { describeLogIn, type LogInAct } from "./describe-log-in.ts";

/** Notes in every organization of a person what was done with their account, because it opens all of them. */
export const noteInOrganizations = async (context: OperationContext, userId: number, kind: LogInAct): Promise<void> => {
  const { database } = context;
  for (const { organization_id: organizationId } of await listOrganizationsOfPerson(
    database.withoutOrganization,
    userId,
  ))
    await database.inOrganization(organizationId, (tx) =>
      insertAct(tx, describeLogIn(context, { organizationId, userId }, kind)),
    );
};

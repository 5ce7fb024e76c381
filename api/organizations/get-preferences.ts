import { Organization } from "../../infra/postgres/access/organization.entity.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentPreferences } from "./organizations.presenter.ts";

export const getPreferences = async (context: OperationContext) =>
  presentPreferences(
    await context.withEntities((em) => em.requireOne(Organization, { id: context.actor.organizationId })),
  );

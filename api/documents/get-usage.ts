import { readUsage } from "../../infra/postgres/document/usage.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";

export const getUsage = (context: OperationContext) =>
  context.inOrganization(async (tx) => {
    const { organization_id: _, ...usage } = await readUsage(tx, context.actor.organizationId);
    return usage;
  });

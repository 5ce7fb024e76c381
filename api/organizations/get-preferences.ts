import type { OperationContext } from "../http/operation-context.ts";

export const getPreferences = (context: OperationContext) =>
  context.inOrganization((tx) => tx.selectFrom("organizations").selectAll().executeTakeFirstOrThrow());

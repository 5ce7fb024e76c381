import type { OperationContext } from "../http/operation-context.ts";
import { presentPreferences } from "./organizations.presenter.ts";

export const getPreferences = async (context: OperationContext) =>
  presentPreferences(
    await context.inOrganization((tx) => tx.selectFrom("organizations").selectAll().executeTakeFirstOrThrow()),
  );

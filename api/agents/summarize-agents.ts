import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { statusQuery } from "./agents.schemas.ts";

/** Lists only names, for pickers. */
export const summarizeAgents = (context: OperationContext, { query }: OperationInput<{ query: typeof statusQuery }>) =>
  context.inOrganization((tx) => {
    const shown = tx.selectFrom("agents").where("is_hidden", "=", false);
    const names = shown.select(["id", "name"]).orderBy("id", "desc");
    return (query.status === undefined ? names : names.where("status", "=", query.status)).execute();
  });

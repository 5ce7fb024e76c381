import type { OperationContext } from "../http/operation-context.ts";

export const countAgents = (context: OperationContext) =>
  context.inOrganization((tx) =>
    tx
      .selectFrom("agents")
      .where("is_hidden", "=", false)
      .select(({ fn }) => [
        fn.countAll<number>().as("total"),
        fn.countAll<number>().filterWhere("status", "=", "active").as("active"),
        fn.countAll<number>().filterWhere("status", "=", "archived").as("archived"),
      ])
      .executeTakeFirstOrThrow(),
  );

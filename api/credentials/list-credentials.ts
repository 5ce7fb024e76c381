import type { OperationContext } from "../http/operation-context.ts";
import { presentCredential } from "./credentials.presenter.ts";

export const listCredentials = async (context: OperationContext) => {
  const rows = await context.inOrganization((tx) =>
    tx.selectFrom("credentials").selectAll().orderBy("name").orderBy("id").execute(),
  );
  return rows.map(presentCredential);
};

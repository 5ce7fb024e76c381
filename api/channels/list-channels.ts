import type { OperationContext } from "../http/operation-context.ts";
import { presentChannel } from "./channels.presenter.ts";

export const listChannels = async (context: OperationContext) => {
  const rows = await context.inOrganization((tx) =>
    tx.selectFrom("folders").selectAll().orderBy("name").orderBy("id").execute(),
  );
  return rows.map(presentChannel);
};

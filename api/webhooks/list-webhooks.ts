import type { OperationContext } from "../http/operation-context.ts";
import { presentWebhook } from "./webhooks.presenter.ts";

export const listWebhooks = async (context: OperationContext) => {
  const rows = await context.inOrganization((tx) =>
    tx.selectFrom("webhook_endpoints").selectAll().orderBy("id").execute(),
  );
  return rows.map(presentWebhook);
};

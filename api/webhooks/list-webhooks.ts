import { WebhookEndpoint } from "../../infra/postgres/webhook/webhook-endpoint.entity.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentWebhook } from "./webhooks.presenter.ts";

export const listWebhooks = async (context: OperationContext) => {
  const rows = await context.withEntities((em) => em.find(WebhookEndpoint, {}, { orderBy: { id: "asc" } }));
  return rows.map(presentWebhook);
};

import { findDelivery, findEndpoint } from "../../infra/postgres/webhook/webhook.repository.ts";
import { WebhookEndpoint } from "../../infra/postgres/webhook/webhook-endpoint.entity.ts";
import { findExchange } from "../../infra/postgres/webhook/webhook-exchange.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { deliveryNotFound, webhookNotFound } from "./webhooks.errors.ts";
import { presentDeliveryDetail, presentWebhook } from "./webhooks.presenter.ts";
import type { deliveryParams, webhookParams } from "./webhooks.schemas.ts";

export const getDelivery = (context: OperationContext, { params }: OperationInput<{ params: typeof deliveryParams }>) =>
  context.withEntities(async (em, tx) => {
    const delivery = await findDelivery(em, { endpointId: params.webhook_id, id: params.delivery_id });
    if (!delivery) throw deliveryNotFound();
    return presentDeliveryDetail(delivery, await findExchange(tx, delivery.id));
  });

export const getWebhook = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof webhookParams }>,
) => {
  const webhook = await context.withEntities((em) => findEndpoint(em, params.webhook_id));
  if (!webhook) throw webhookNotFound();
  return presentWebhook(webhook);
};

export const listWebhooks = async (context: OperationContext) => {
  const rows = await context.withEntities((em) => em.find(WebhookEndpoint, {}, { orderBy: { id: "asc" } }));
  return rows.map(presentWebhook);
};

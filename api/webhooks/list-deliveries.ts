import { findEndpoint, listDeliveries } from "../../infra/postgres/webhook/webhook.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { webhookNotFound } from "./webhooks.errors.ts";
import { presentPage } from "./webhooks.presenter.ts";
import type { deadLettersQuery, deliveriesQuery, webhookParams } from "./webhooks.schemas.ts";

/** Lists sent and waiting deliveries of one webhook, newest first. */
export const listWebhookDeliveries = (
  context: OperationContext,
  { params, query }: OperationInput<{ params: typeof webhookParams; query: typeof deliveriesQuery }>,
) =>
  context.withEntities(async (em) => {
    const webhook = await findEndpoint(em, params.webhook_id);
    if (!webhook) throw webhookNotFound();
    const { state, before_id: beforeId, limit } = query;
    return presentPage(await listDeliveries(em, { endpointId: webhook.id, state, beforeId, limit }), limit);
  });

/** Lists abandoned deliveries of all webhooks. */
export const listDeadLetters = (
  context: OperationContext,
  { query }: OperationInput<{ query: typeof deadLettersQuery }>,
) =>
  context.withEntities(async (em) => {
    const { before_id: beforeId, limit } = query;
    return presentPage(await listDeliveries(em, { state: "failed", beforeId, limit }), limit);
  });

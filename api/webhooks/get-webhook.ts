import { findEndpoint } from "../../infra/postgres/webhook/webhook.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { webhookNotFound } from "./webhooks.errors.ts";
import { presentWebhook } from "./webhooks.presenter.ts";
import type { webhookParams } from "./webhooks.schemas.ts";

export const getWebhook = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof webhookParams }>,
) => {
  const webhook = await context.withEntities((em) => findEndpoint(em, params.webhook_id));
  if (!webhook) throw webhookNotFound();
  return presentWebhook(webhook);
};

import { lockEndpoint } from "../../infra/postgres/webhook/webhook.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { recordWebhookChange } from "./record-webhook-change.ts";
import { webhookNotFound } from "./webhooks.errors.ts";
import type { webhookParams } from "./webhooks.schemas.ts";

/** Deletes a webhook with its deliveries; a running workflow finds nothing more to do. */
export const deleteWebhook = (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof webhookParams }>,
) =>
  context.withEntities(async (em, tx) => {
    const webhook = await lockEndpoint(em, params.webhook_id);
    if (!webhook) throw webhookNotFound();
    await em.remove(webhook);
    recordWebhookChange(context, tx, { webhook, change: "was removed" });
    return { message: `Webhook ${webhook.id} was removed` };
  });

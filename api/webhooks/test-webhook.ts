import { findEndpoint } from "../../infra/postgres/webhook/webhook.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { deliverNow } from "./start-delivery.ts";
import { webhookIsOff, webhookNotFound } from "./webhooks.errors.ts";
import { presentDelivery } from "./webhooks.presenter.ts";
import type { webhookParams } from "./webhooks.schemas.ts";

/** Sends an event of the type `test` once, before the waiting ones: a person waits for it. */
export const testWebhook = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof webhookParams }>,
) => {
  const uuid = context.requestUuid();
  const delivery = await context.withEntities(async (em, tx) => {
    const webhook = await findEndpoint(em, params.webhook_id);
    if (!webhook) throw webhookNotFound();
    if (!webhook.is_active) throw webhookIsOff();
    await tx
      .insertInto("webhook_deliveries")
      .values({ uuid, organization_id: webhook.organization_id, endpoint_id: webhook.id, event_type: "test" })
      .onConflict((clash) => clash.column("uuid").doNothing())
      .execute();
    return tx.selectFrom("webhook_deliveries").selectAll().where("uuid", "=", uuid).executeTakeFirstOrThrow();
  });
  await deliverNow(context, { organizationId: delivery.organization_id, endpointId: delivery.endpoint_id });
  return presentDelivery(delivery);
};

import { sql } from "kysely";
import { lockEndpoint } from "../../infra/postgres/webhook/webhook.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { deliverNow } from "./start-delivery.ts";
import { deliveryNotFound, webhookIsOff, webhookNotFound } from "./webhooks.errors.ts";
import { presentDelivery } from "./webhooks.presenter.ts";
import type { deliveryParams } from "./webhooks.schemas.ts";

/**
 * Sends an event again, under the same `webhook-id`, at once and with another day of tries. The row is written first:
 * if the workflow is not signalled, the next search starts one.
 */
export const resendDelivery = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof deliveryParams }>,
) => {
  const now = context.clock.now();
  const delivery = await context.withEntities(async (em, tx) => {
    const webhook = await lockEndpoint(em, params.webhook_id);
    if (!webhook) throw webhookNotFound();
    const row = await tx
      .updateTable("webhook_deliveries")
      .set({
        state: "pending",
        settled_at: null,
        attempts: sql<number>`case when state = 'pending' then attempts else 0 end`,
        resent_at: now,
      })
      .where("id", "=", params.delivery_id)
      .where("endpoint_id", "=", webhook.id)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw deliveryNotFound();
    if (!webhook.is_active) throw webhookIsOff();
    await tx.updateTable("webhook_endpoints").set({ next_attempt_at: null }).where("id", "=", webhook.id).execute();
    return row;
  });
  await deliverNow(context, { organizationId: delivery.organization_id, endpointId: delivery.endpoint_id });
  return presentDelivery(delivery);
};

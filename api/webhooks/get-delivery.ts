import { findExchange } from "../../infra/postgres/webhook/webhook-exchange.repository.ts";
import { findDelivery } from "../../infra/postgres/webhook/webhook.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { deliveryNotFound } from "./webhooks.errors.ts";
import { presentDeliveryDetail } from "./webhooks.presenter.ts";
import type { deliveryParams } from "./webhooks.schemas.ts";

export const getDelivery = (context: OperationContext, { params }: OperationInput<{ params: typeof deliveryParams }>) =>
  context.withEntities(async (em, tx) => {
    const delivery = await findDelivery(em, { endpointId: params.webhook_id, id: params.delivery_id });
    if (!delivery) throw deliveryNotFound();
    return presentDeliveryDetail(delivery, await findExchange(tx, delivery.id));
  });

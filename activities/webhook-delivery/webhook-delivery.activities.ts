import type { WebhookDeliveryActivities } from "../../workflows/webhook-delivery/webhook-delivery.ports.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { deliverWebhooks, type WebhookDependencies } from "./deliver-webhooks.ts";

export const createWebhookDeliveryActivities = (deps: WebhookDependencies): WebhookDeliveryActivities => ({
  deliverWebhooks: (input) => withHeartbeat(() => deliverWebhooks(deps, input)),
});

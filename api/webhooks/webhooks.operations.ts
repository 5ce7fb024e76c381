import { defineOperation } from "../http/operation.ts";
import { createWebhook } from "./create-webhook.ts";
import { deleteWebhook } from "./delete-webhook.ts";
import { listDeadLetters, listWebhookDeliveries } from "./list-deliveries.ts";
import { resendDelivery } from "./resend-delivery.ts";
import { rotateSecret } from "./rotate-secret.ts";
import { testWebhook } from "./test-webhook.ts";
import { updateWebhook } from "./update-webhook.ts";
import { getDelivery, getWebhook, listWebhooks } from "./webhooks.reads.ts";
import {
  createWebhookBody,
  deadLettersQuery,
  deletedWebhookAnswer,
  deliveriesQuery,
  deliveryAnswer,
  deliveryDetailAnswer,
  deliveryListAnswer,
  deliveryParams,
  updateWebhookBody,
  webhookAnswer,
  webhookListAnswer,
  webhookParams,
  webhookWithSecretAnswer,
} from "./webhooks.schemas.ts";

const area = "Webhooks";
const PATH = "/organizations/webhooks";
const ONE = `${PATH}/{webhook_id}`;
const NO_WEBHOOK = "No such webhook in the organization";
const NO_DELIVERY = "No such delivery of this webhook";
const IS_OFF = "It is switched off";

export const createWebhookOperation = defineOperation({
  id: "webhooks.create",
  area,
  method: "post",
  path: PATH,
  summary: "Send events to a system of yours; only this answer contains the secret",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  body: createWebhookBody,
  success: { status: 200, description: "The webhook with its secret", body: webhookWithSecretAnswer },
  errors: { 409: "There are too many" },
  run: createWebhook,
});

export const listWebhooksOperation = defineOperation({
  id: "webhooks.list",
  area,
  method: "get",
  path: PATH,
  summary: "Every webhook",
  permission: "viewer",
  sandbox: "read",
  success: { status: 200, description: "The webhooks, in the order they were made", body: webhookListAnswer },
  run: listWebhooks,
});

// Before the routes with an id, because its path would be read as one.
export const listDeadLettersOperation = defineOperation({
  id: "webhooks.deadLetters",
  area,
  method: "get",
  path: `${PATH}/dead-letters`,
  summary: "Failed deliveries of all webhooks, newest first",
  permission: "viewer",
  sandbox: "read",
  query: deadLettersQuery,
  success: { status: 200, description: "One page", body: deliveryListAnswer },
  share: "paging",
  run: listDeadLetters,
});

export const getWebhookOperation = defineOperation({
  id: "webhooks.get",
  area,
  method: "get",
  path: ONE,
  summary: "One webhook",
  permission: "viewer",
  sandbox: "read",
  params: webhookParams,
  success: { status: 200, description: "The webhook", body: webhookAnswer },
  errors: { 404: NO_WEBHOOK },
  run: getWebhook,
});

export const updateWebhookOperation = defineOperation({
  id: "webhooks.update",
  area,
  method: "put",
  path: ONE,
  summary: "Change a webhook, or switch it on or off; fields that are left out stay",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  params: webhookParams,
  body: updateWebhookBody,
  success: { status: 200, description: "The webhook as it is now", body: webhookAnswer },
  errors: { 404: NO_WEBHOOK },
  run: updateWebhook,
});

export const deleteWebhookOperation = defineOperation({
  id: "webhooks.delete",
  area,
  method: "delete",
  path: ONE,
  summary: "Remove a webhook with its deliveries",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  params: webhookParams,
  success: { status: 200, description: "It is deleted", body: deletedWebhookAnswer },
  errors: { 404: NO_WEBHOOK },
  run: deleteWebhook,
});

export const rotateSecretOperation = defineOperation({
  id: "webhooks.rotateSecret",
  area,
  method: "post",
  path: `${ONE}/rotate-secret`,
  summary: "Replace the secret; for a day the old one signs too",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  params: webhookParams,
  success: { status: 200, description: "The webhook with its new secret", body: webhookWithSecretAnswer },
  errors: { 404: NO_WEBHOOK },
  run: rotateSecret,
});

export const testWebhookOperation = defineOperation({
  id: "webhooks.test",
  area,
  method: "post",
  path: `${ONE}/test`,
  summary: "Send a test event",
  permission: "admin",
  sandbox: "refused",
  timeline: { none: "The list of deliveries of the webhook shows it; an event would be delivered itself" },
  params: webhookParams,
  success: { status: 200, description: "The delivery; the list says what became of it", body: deliveryAnswer },
  errors: { 404: NO_WEBHOOK, 409: IS_OFF },
  run: testWebhook,
});

export const listDeliveriesOperation = defineOperation({
  id: "webhooks.deliveries",
  area,
  method: "get",
  path: `${ONE}/deliveries`,
  summary: "The deliveries of a webhook, made and waiting, newest first",
  permission: "viewer",
  sandbox: "read",
  params: webhookParams,
  query: deliveriesQuery,
  success: { status: 200, description: "One page", body: deliveryListAnswer },
  errors: { 404: NO_WEBHOOK },
  share: "paging",
  run: listWebhookDeliveries,
});

export const getDeliveryOperation = defineOperation({
  id: "webhooks.delivery",
  area,
  method: "get",
  path: `${ONE}/deliveries/{delivery_id}`,
  summary: "A delivery with its last try: what was sent and what was answered",
  // The answer is another system's, and may hold anything.
  permission: "admin",
  sandbox: "refused",
  params: deliveryParams,
  success: { status: 200, description: "The delivery", body: deliveryDetailAnswer },
  errors: { 404: NO_DELIVERY },
  run: getDelivery,
});

export const resendDeliveryOperation = defineOperation({
  id: "webhooks.resend",
  area,
  method: "post",
  path: `${ONE}/deliveries/{delivery_id}/resend`,
  summary: "Deliver once more, under the same webhook-id",
  permission: "admin",
  sandbox: "refused",
  timeline: { none: "The list of deliveries of the webhook shows it; an event would be delivered itself" },
  params: deliveryParams,
  success: { status: 200, description: "The delivery, waiting again", body: deliveryAnswer },
  errors: { 404: NO_DELIVERY, 409: IS_OFF },
  run: resendDelivery,
});

export const webhooksOperations = [
  createWebhookOperation,
  listWebhooksOperation,
  listDeadLettersOperation,
  getWebhookOperation,
  updateWebhookOperation,
  deleteWebhookOperation,
  rotateSecretOperation,
  testWebhookOperation,
  listDeliveriesOperation,
  getDeliveryOperation,
  resendDeliveryOperation,
];

import { conflict, notFound } from "../http/http-error.ts";

export const webhookNotFound = () => notFound("Webhook");
export const deliveryNotFound = () => notFound("Delivery");
export const tooManyWebhooks = (limit: number) =>
  conflict("too_many_webhooks", `An organization has at most ${limit} webhooks; remove one first`);
export const webhookIsOff = () => conflict("webhook_is_off", "The webhook is switched off; switch it on first");

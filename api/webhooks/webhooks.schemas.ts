import { z } from "zod";
import { WEBHOOK_EVENTS } from "../../domain/webhook/webhook-events.ts";
import { KEPT_BODY_LENGTH, WEBHOOK_LIMITS } from "../../domain/webhook/webhook-request.ts";
import { idParameter, nullableTime, optional, time, withDefault } from "../http/fields.ts";
import { pageLimit } from "../http/pagination.ts";

const url = z.string().trim().min(1).max(2048);
const description = z.string().max(1000);
const events = z
  .array(z.enum(WEBHOOK_EVENTS))
  .max(WEBHOOK_EVENTS.length)
  .transform((kinds) => [...new Set(kinds)])
  .meta({
    description:
      "Kinds of the timeline, such as call_ended, campaign, document; none: every kind. Also request.opened, request.settled, request.expired, which have to be named",
  });
const state = z.enum(["pending", "delivered", "failed"]);

export const webhookParams = z.object({ webhook_id: idParameter });
export const deliveryParams = z.object({ webhook_id: idParameter, delivery_id: idParameter });

export const createWebhookBody = z.strictObject({
  url,
  events: withDefault(events, []),
  description: optional(description),
  is_active: withDefault(z.boolean(), true),
});

export const updateWebhookBody = z.strictObject({
  url: optional(url),
  events: optional(events),
  description: optional(description),
  is_active: optional(z.boolean()),
});

const page = {
  before_id: optional(idParameter).meta({ description: "`next_before_id` of the page before" }),
  limit: pageLimit,
};
export const deliveriesQuery = z.object({ ...page, state: optional(state) });
export const deadLettersQuery = z.object(page);

const webhookFields = {
  id: z.number().int(),
  url: z.string(),
  events: z.array(z.string()),
  description: z.string().nullable(),
  is_active: z.boolean(),
  disabled_at: nullableTime,
  disabled_reason: z.string().nullable().meta({ description: "Why it was switched off automatically" }),
  failing_since: nullableTime,
  next_attempt_at: nullableTime,
  last_success_at: nullableTime,
  created_at: time,
  updated_at: time,
};

export const webhookAnswer = z.object(webhookFields).meta({ id: "Webhook" });
export const webhookListAnswer = z.array(webhookAnswer);
export const webhookWithSecretAnswer = z
  .object({ ...webhookFields, secret: z.string().meta({ description: "Signs every delivery; it is not shown again" }) })
  .meta({ id: "WebhookWithSecret" });
export const deletedWebhookAnswer = z.object({ message: z.string() });

export const deliveryAnswer = z
  .object({
    id: z.number().int(),
    webhook_id: z.number().int(),
    uuid: z.string().meta({ description: "The header webhook-id" }),
    event_type: z.string(),
    event_id: z.number().int().nullable().meta({ description: "The event's id on the timeline; null: a test" }),
    state,
    attempts: z.number().int(),
    last_status: z.number().int().nullable(),
    last_error: z.string().nullable(),
    last_attempt_at: nullableTime,
    settled_at: nullableTime,
    created_at: time,
  })
  .meta({ id: "WebhookDelivery" });

export const deliveryDetailAnswer = deliveryAnswer
  .extend({
    exchange: z
      .object({
        sent_at: time,
        took_ms: z.number().int(),
        url: z.string(),
        request_headers: z
          .record(z.string(), z.string())
          .meta({ description: "As they were sent; of each signature only the beginning" }),
        request_body: z.string().meta({ description: `The beginning, at most ${KEPT_BODY_LENGTH} characters` }),
        answer_status: z.number().int().nullable().meta({ description: "Null: no answer came; last_error says why" }),
        answer_body: z
          .string()
          .nullable()
          .meta({ description: `The beginning, at most ${WEBHOOK_LIMITS.maxResponseBytes} bytes` }),
      })
      .meta({ id: "WebhookExchange" })
      .nullable()
      .meta({ description: "The last try. Null: there was none, or its words are no longer kept" }),
  })
  .meta({ id: "WebhookDeliveryDetail" });

export const deliveryListAnswer = z
  .object({ deliveries: z.array(deliveryAnswer), next_before_id: z.number().int().nullable() })
  .meta({ id: "WebhookDeliveryList" });

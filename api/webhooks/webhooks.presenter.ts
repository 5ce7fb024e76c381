import type { WebhookDelivery } from "../../infra/postgres/webhook/webhook-delivery.entity.ts";
import type { WebhookEndpoint } from "../../infra/postgres/webhook/webhook-endpoint.entity.ts";
import type { WebhookExchange } from "../../infra/postgres/webhook/webhook-exchange.entity.ts";

/** Presents a webhook without its secret. */
export const presentWebhook = (row: WebhookEndpoint) => ({
  id: row.id,
  url: row.url,
  events: row.events,
  description: row.description,
  is_active: row.is_active,
  disabled_at: row.disabled_at,
  disabled_reason: row.disabled_reason,
  failing_since: row.failing_since,
  next_attempt_at: row.next_attempt_at,
  last_success_at: row.last_success_at,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

export const presentDelivery = (row: WebhookDelivery) => ({
  id: row.id,
  webhook_id: row.endpoint_id,
  uuid: row.uuid,
  event_type: row.event_type,
  event_id: row.timeline_event_id,
  state: row.state,
  attempts: row.attempts,
  last_status: row.last_status,
  last_error: row.last_error,
  last_attempt_at: row.last_attempt_at,
  settled_at: row.settled_at,
  created_at: row.created_at,
});

export const presentDeliveryDetail = (row: WebhookDelivery, exchange: WebhookExchange | undefined) => ({
  ...presentDelivery(row),
  exchange: exchange ?? null,
});

/** `rows` may be one more than the page holds. */
export const presentPage = (rows: readonly WebhookDelivery[], limit: number) => {
  const deliveries = rows.slice(0, limit).map(presentDelivery);
  return { deliveries, next_before_id: rows.length > limit ? (deliveries.at(-1)?.id ?? null) : null };
};

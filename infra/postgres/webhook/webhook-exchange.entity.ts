import { defineEntity, p } from "@mikro-orm/core";
import { optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { WebhookDelivery } from "./webhook-delivery.entity.ts";

/** The last try of a delivery. */
export type WebhookExchange = Row<typeof WebhookExchange>;
export const WebhookExchange = defineEntity({
  name: "WebhookExchange",
  tableName: "webhook_exchanges",
  properties: {
    delivery_id: () =>
      p
        .manyToOne(WebhookDelivery)
        .mapToPk()
        .primary()
        .fieldName("delivery_id")
        .foreignKeyName("webhook_exchanges_delivery_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action"),
    organization_id: () => organizationId("webhook_exchanges"),
    event_at: p.datetime(),
    sent_at: p.datetime(),
    url: p.text(),
    /** The signatures are masked. */
    request_headers: p.json<Record<string, string>>(),
    request_body: p.text(),
    answer_status: optional.integer(),
    answer_body: optional.text(),
    took_ms: p.integer(),
  },
  indexes: [{ name: "webhook_exchanges_event", properties: ["organization_id", "event_at", "delivery_id"] }],
  policies: [tenantPolicy],
});

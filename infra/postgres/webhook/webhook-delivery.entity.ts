import { defineEntity, p } from "@mikro-orm/core";
import type { WebhookEvent } from "../../../domain/webhook/webhook-events.ts";
import { createdAt, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { WebhookEndpoint } from "./webhook-endpoint.entity.ts";

export type WebhookDelivery = Row<typeof WebhookDelivery>;
export const WebhookDelivery = defineEntity({
  name: "WebhookDelivery",
  tableName: "webhook_deliveries",
  properties: {
    id: id(),
    uuid: p.uuid().unique("webhook_deliveries_uuid_key").defaultRaw("gen_random_uuid()"),
    organization_id: () => organizationId("webhook_deliveries"),
    endpoint_id: () =>
      p
        .manyToOne(WebhookEndpoint)
        .mapToPk()
        .fieldName("endpoint_id")
        .foreignKeyName("webhook_deliveries_endpoint_id_fkey")
        .deleteRule("cascade"),
    event_type: p.text().$type<WebhookEvent | "test">(),
    timeline_event_id: optional.bigint(),
    state: p.enum(["pending", "delivered", "failed"]).default("pending"),
    attempts: p.integer().default(0),
    last_status: optional.integer(),
    last_error: optional.text(),
    last_attempt_at: optional.time(),
    settled_at: optional.time(),
    resent_at: optional.time(),
    request_id: optional.bigint(),
    /** The act of an `audit.act`. */
    act_id: optional.bigint(),
    created_at: createdAt(),
  },
  indexes: [
    {
      name: "webhook_deliveries_event",
      properties: ["timeline_event_id"],
      where: "(timeline_event_id IS NOT NULL)",
    },
    { name: "webhook_deliveries_request", properties: ["request_id"], where: "(request_id IS NOT NULL)" },
    { name: "webhook_deliveries_pending", properties: ["endpoint_id", "id"], where: "(state = 'pending'::text)" },
    {
      name: "webhook_deliveries_tests",
      properties: ["endpoint_id", "id"],
      where: "((state = 'pending'::text) AND (event_type = 'test'::text))",
    },
    {
      name: "webhook_deliveries_settled",
      properties: ["endpoint_id", "settled_at"],
      where: "(state <> 'pending'::text)",
    },
    {
      name: "webhook_deliveries_endpoint",
      expression:
        "CREATE INDEX webhook_deliveries_endpoint ON public.webhook_deliveries USING btree (endpoint_id, id DESC)",
    },
    {
      name: "webhook_deliveries_failed",
      expression:
        "CREATE INDEX webhook_deliveries_failed ON public.webhook_deliveries USING btree (organization_id, id DESC) WHERE (state = 'failed'::text)",
    },
  ],
  policies: [tenantPolicy],
});

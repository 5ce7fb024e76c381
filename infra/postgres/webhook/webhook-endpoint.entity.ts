import { defineEntity, p } from "@mikro-orm/core";
import type { WebhookEvent } from "../../../domain/webhook/webhook-events.ts";
import { bytes, createdAt, createdBy, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

export type WebhookEndpoint = Row<typeof WebhookEndpoint>;
export const WebhookEndpoint = defineEntity({
  name: "WebhookEndpoint",
  tableName: "webhook_endpoints",
  properties: {
    id: id(),
    organization_id: () => organizationId("webhook_endpoints"),
    url: p.text(),
    /** Empty: the endpoint gets every kind. */
    events: p.array<WebhookEvent>().defaultRaw("'{}'"),
    description: optional.text(),
    /** Sealed for `webhook:org-<organization>`. */
    secret_sealed: bytes(),
    previous_secret_sealed: optional.bytes(),
    previous_secret_until: optional.time(),
    is_active: p.boolean().default(true),
    disabled_at: optional.time(),
    disabled_reason: optional.text(),
    is_delivering: p.boolean().default(false),
    failures: p.integer().default(0),
    failing_since: optional.time(),
    next_attempt_at: optional.time(),
    last_success_at: optional.time(),
    created_by: () => createdBy("webhook_endpoints"),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  indexes: [
    { name: "webhook_endpoints_organization", properties: ["organization_id", "id"] },
    { name: "webhook_endpoints_idle", properties: ["id"], where: "(is_active AND (NOT is_delivering))" },
    { name: "webhook_endpoints_delivering", properties: ["id"], where: "is_delivering" },
  ],
  policies: [tenantPolicy],
});

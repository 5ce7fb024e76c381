import { defineEntity, p } from "@mikro-orm/core";
import { Organization } from "../access/organization.entity.ts";
import { bytes, createdAt, optional } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

export type IdempotencyKey = Row<typeof IdempotencyKey>;
export const IdempotencyKey = defineEntity({
  name: "IdempotencyKey",
  tableName: "idempotency_keys",
  properties: {
    organization_id: () =>
      p
        .manyToOne(Organization)
        .mapToPk()
        .fieldName("organization_id")
        .foreignKeyName("idempotency_keys_organization_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action")
        .primary(),
    /** The sender: `api_key:12`, `user:7`. */
    credential: p.text().default("").primary(),
    key: p.text().primary(),
    request_hash: bytes(),
    status: optional.integer(),
    answer_sealed: optional.bytes(),
    created_at: createdAt(),
  },
  indexes: [{ name: "idempotency_keys_age", properties: ["created_at"] }],
  policies: [tenantPolicy],
});

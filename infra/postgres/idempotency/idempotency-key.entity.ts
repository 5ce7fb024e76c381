import { defineEntity, p } from "@mikro-orm/core";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { Organization } from "../access/organization.entity.ts";

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
    key: p.text().primary(),
    request_hash: p.blob().$type<Buffer>(),
    status: p.integer().strictNullable(),
    answer_sealed: p.blob().$type<Buffer>().strictNullable(),
    created_at: p.datetime().defaultRaw("now()"),
  },
  indexes: [{ name: "idempotency_keys_age", properties: ["created_at"] }],
  policies: [tenantPolicy],
});

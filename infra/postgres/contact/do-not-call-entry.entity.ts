import { defineEntity, p } from "@mikro-orm/core";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { Organization } from "../access/organization.entity.ts";
import { User } from "../access/user.entity.ts";

export type DoNotCallEntry = Row<typeof DoNotCallEntry>;
export const DoNotCallEntry = defineEntity({
  name: "DoNotCallEntry",
  tableName: "do_not_call",
  properties: {
    organization_id: () =>
      p
        .manyToOne(Organization)
        .mapToPk()
        .fieldName("organization_id")
        .foreignKeyName("do_not_call_organization_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action")
        .primary(),
    phone_number: p.text().primary(),
    reason: p.text().strictNullable(),
    source: p.enum(["manual", "upload", "opt_out", "api"]),
    created_by: () =>
      p
        .manyToOne(User)
        .mapToPk()
        .fieldName("created_by")
        .foreignKeyName("do_not_call_created_by_fkey")
        .deleteRule("no action")
        .strictNullable(),
    created_at: p.datetime().defaultRaw("now()"),
    expires_at: p.datetime().strictNullable(),
  },
  policies: [tenantPolicy],
});

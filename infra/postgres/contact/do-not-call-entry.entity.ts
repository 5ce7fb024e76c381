import { defineEntity, p } from "@mikro-orm/core";
import { DO_NOT_CALL_SOURCES } from "../../../domain/contact/do-not-call.ts";
import { Organization } from "../access/organization.entity.ts";
import { createdAt, createdBy, environment, optional } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

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
    reason: optional.text(),
    source: p.enum(DO_NOT_CALL_SOURCES),
    created_by: () => createdBy("do_not_call"),
    created_at: createdAt(),
    expires_at: optional.time(),
    /** A number may have an entry of each. */
    environment: environment().primary(),
  },
  indexes: [
    {
      name: "do_not_call_erased",
      properties: ["organization_id"],
      where: "(phone_number ~~ 'erased:%'::text)",
    },
  ],
  policies: [tenantPolicy],
});

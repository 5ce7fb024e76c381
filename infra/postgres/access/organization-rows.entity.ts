import { defineEntity, p } from "@mikro-orm/core";
import type { MeasuredTable } from "../../../domain/removal/row-kinds.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { Organization } from "./organization.entity.ts";

export type OrganizationRows = Row<typeof OrganizationRows>;
export const OrganizationRows = defineEntity({
  name: "OrganizationRows",
  tableName: "organization_rows",
  properties: {
    organization_id: () =>
      p
        .manyToOne(Organization)
        .mapToPk()
        .fieldName("organization_id")
        .foreignKeyName("organization_rows_organization_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action")
        .primary(),
    /** What its rows in all tables held when they were measured, without indexes. */
    bytes: p.bigint("number"),
    measured_at: p.datetime(),
    /** The same by table. */
    measured_tables: p.json<Record<string, MeasuredTable>>().defaultRaw("'{}'::jsonb"),
  },
  indexes: [{ name: "organization_rows_measured", properties: ["measured_at"] }],
  policies: [tenantPolicy],
});

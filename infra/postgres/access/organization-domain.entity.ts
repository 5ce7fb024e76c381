import { defineEntity, p } from "@mikro-orm/core";
import { createdAt, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

export type OrganizationDomain = Row<typeof OrganizationDomain>;
export const OrganizationDomain = defineEntity({
  name: "OrganizationDomain",
  tableName: "organization_domains",
  properties: {
    id: id(),
    organization_id: () => organizationId("organization_domains"),
    domain: p.text(),
    token: p.text(),
    created_at: createdAt(),
    proved_at: optional.time(),
  },
  uniques: [{ name: "organization_domains_organization_id_domain_key", properties: ["organization_id", "domain"] }],
  indexes: [{ name: "organization_domains_proved", properties: ["domain"], where: "proved_at IS NOT NULL" }],
  policies: [tenantPolicy],
});

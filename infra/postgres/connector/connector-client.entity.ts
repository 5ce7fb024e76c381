import { defineEntity, p } from "@mikro-orm/core";
import { Organization } from "../access/organization.entity.ts";
import { createdBy, optional } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

export type ConnectorClient = Row<typeof ConnectorClient>;
/** An organization's own client for an app, used instead of the operator's. */
export const ConnectorClient = defineEntity({
  name: "ConnectorClient",
  tableName: "connector_clients",
  properties: {
    organization_id: () =>
      p
        .manyToOne(Organization)
        .mapToPk()
        .fieldName("organization_id")
        .foreignKeyName("connector_clients_organization_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action")
        .primary(),
    slug: p.text().primary(),
    client_id: p.text(),
    /** Sealed for `connector-client:org-<id>:<slug>`; null: a public client, which has none. */
    client_secret_sealed: optional.bytes(),
    created_by: () => createdBy("connector_clients"),
    updated_at: p.datetime().defaultRaw("now()"),
  },
  policies: [tenantPolicy],
});

import { defineEntity, p } from "@mikro-orm/core";
import { CONNECTOR_ACCOUNT_STATUSES } from "../../../domain/connector/account-status.ts";
import { User } from "../access/user.entity.ts";
import { id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

export type ConnectorAccount = Row<typeof ConnectorAccount>;
/** An account of an app that an organization has signed in to. */
export const ConnectorAccount = defineEntity({
  name: "ConnectorAccount",
  tableName: "connector_accounts",
  properties: {
    id: id(),
    organization_id: () => organizationId("connector_accounts"),
    uuid: p.uuid().unique("connector_accounts_uuid_key").defaultRaw("gen_random_uuid()"),
    slug: p.text(),
    /** The label by which people know it, such as an e-mail address. */
    account_label: p.text(),
    client_id: p.text(),
    scopes: p.array(),
    status: p.enum([...CONNECTOR_ACCOUNT_STATUSES]).default("connected"),
    status_reason: optional.text(),
    status_changed_at: p.datetime().defaultRaw("now()"),
    event_id: optional.bigint(),
    /** JSON, sealed for `connector-account:<uuid>`. */
    tokens_sealed: optional.bytes(),
    /** When the access token ends; null: it does not expire. */
    token_expires_at: optional.time(),
    connected_by: () =>
      p
        .manyToOne(User)
        .mapToPk()
        .fieldName("connected_by")
        .foreignKeyName("connector_accounts_connected_by_fkey")
        .deleteRule("no action")
        .strictNullable()
        .default(null),
    connected_at: p.datetime().defaultRaw("now()"),
  },
  uniques: [{ name: "connector_accounts_label", properties: ["organization_id", "slug", "account_label"] }],
  policies: [tenantPolicy],
});

import { defineEntity, p } from "@mikro-orm/core";
import { optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

export type ProviderSignIn = Row<typeof ProviderSignIn>;
export const ProviderSignIn = defineEntity({
  name: "ProviderSignIn",
  tableName: "provider_sign_ins",
  properties: {
    uuid: p.uuid().primary(),
    organization_id: () => organizationId("provider_sign_ins"),
    issuer: p.text(),
    client_id: p.text(),
    verifier_sealed: p.blob().$type<Buffer>(),
    nonce: p.text(),
    browser_hash: p.blob().$type<Buffer>(),
    destination: optional.text(),
    expires_at: p.datetime(),
  },
  indexes: [{ name: "provider_sign_ins_organization", properties: ["organization_id", "expires_at"] }],
  policies: [tenantPolicy],
});

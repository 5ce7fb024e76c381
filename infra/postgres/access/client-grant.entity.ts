import { defineEntity, p } from "@mikro-orm/core";
import { bytes, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { ApiKey } from "./api-key.entity.ts";

export type ClientGrant = Row<typeof ClientGrant>;
/** How a program that a person let in gets its tokens; what it may do with them is its key's. */
export const ClientGrant = defineEntity({
  name: "ClientGrant",
  tableName: "client_grants",
  properties: {
    api_key_id: () =>
      p
        .manyToOne(ApiKey)
        .mapToPk()
        .primary()
        .fieldName("api_key_id")
        .foreignKeyName("client_grants_api_key_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action"),
    organization_id: () => organizationId("client_grants"),
    /** SHA-256 of the client's id, as of the next three. */
    client_hash: bytes(),
    code_hash: bytes().unique("client_grants_code_hash_key"),
    /** Of what all refresh tokens of the grant begin with; null: the client has not asked for its tokens yet. */
    family_hash: optional.bytes().unique("client_grants_family_hash_key"),
    /** Of the refresh token that is good. */
    refresh_hash: optional.bytes(),
    redirect_uri: p.text(),
    /** By S256. */
    code_challenge: p.text(),
    code_expires_at: p.datetime(),
    code_used_at: optional.time(),
  },
  policies: [tenantPolicy],
});

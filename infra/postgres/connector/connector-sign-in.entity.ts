import { defineEntity, p } from "@mikro-orm/core";
import { User } from "../access/user.entity.ts";
import { bytes, createdAt, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

export type ConnectorSignIn = Row<typeof ConnectorSignIn>;
/** A sign-in at an app that is in progress. */
export const ConnectorSignIn = defineEntity({
  name: "ConnectorSignIn",
  tableName: "connector_sign_ins",
  properties: {
    uuid: p.uuid().primary(),
    organization_id: () => organizationId("connector_sign_ins"),
    slug: p.text(),
    /** The verifier of the code challenge, sealed for `connector-sign-in:<uuid>`. */
    verifier_sealed: bytes(),
    /** SHA-256 of a value that only the browser has in which it began or was confirmed; null: a program began it, and nobody has confirmed it. */
    browser_hash: optional.bytes(),
    /** The tool that uses the account afterwards; null: the sign-in is for an app. */
    tool_uuid: optional.uuid(),
    actor: p.text(),
    user_id: () =>
      p
        .manyToOne(User)
        .mapToPk()
        .fieldName("user_id")
        .foreignKeyName("connector_sign_ins_user_id_fkey")
        .deleteRule("cascade"),
    /** Null: it was begun with an API key. */
    session_id: optional.bigint(),
    created_at: createdAt(),
    expires_at: p.datetime(),
    used_at: optional.time(),
  },
  indexes: [{ name: "connector_sign_ins_expired", properties: ["organization_id", "expires_at"] }],
  policies: [tenantPolicy],
});

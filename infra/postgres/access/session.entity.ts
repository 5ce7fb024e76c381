import { defineEntity, p } from "@mikro-orm/core";
import { createdAt, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { User } from "./user.entity.ts";

export type Session = Row<typeof Session>;
export const Session = defineEntity({
  name: "Session",
  tableName: "sessions",
  properties: {
    id: id(),
    organization_id: () => organizationId("sessions"),
    user_id: () =>
      p.manyToOne(User).mapToPk().fieldName("user_id").foreignKeyName("sessions_user_id_fkey").deleteRule("cascade"),
    token_hash: p.blob().$type<Buffer>().unique("sessions_token_hash_key"),
    created_at: createdAt(),
    expires_at: p.datetime(),
    revoked_at: optional.time(),
    /** Where it was opened: the network address, and how the browser or program names itself. */
    address: optional.text(),
    user_agent: optional.text(),
    /** How the person proved who they are; a session by the provider is one of its organization alone. */
    method: p.enum(["password", "provider"]).default("password"),
    provider_session: optional.text(),
    /** The address that ends the session at the provider, sealed for `session-log-out:<token_hash>`. */
    provider_log_out_sealed: optional.bytes(),
  },
  policies: [tenantPolicy],
});

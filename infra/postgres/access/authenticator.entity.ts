import { defineEntity, p } from "@mikro-orm/core";
import { createdAt, optional } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { personPolicy } from "../tenant-policy.ts";
import { User } from "./user.entity.ts";

/** An app that shows codes (RFC 6238). */
export type Authenticator = Row<typeof Authenticator>;
export const Authenticator = defineEntity({
  name: "Authenticator",
  tableName: "authenticators",
  properties: {
    user_id: () =>
      p
        .manyToOne(User)
        .mapToPk()
        .fieldName("user_id")
        .foreignKeyName("authenticators_user_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action")
        .primary(),
    secret_sealed: p.blob().$type<Buffer>(),
    created_at: createdAt(),
    confirmed_at: optional.time(),
    last_step: p.bigint("number"),
  },
  policies: [personPolicy],
});

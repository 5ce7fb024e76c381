import { defineEntity, p } from "@mikro-orm/core";
import { createdAt, id, optional } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { personPolicy } from "../tenant-policy.ts";
import { User } from "./user.entity.ts";

export type Passkey = Row<typeof Passkey>;
export const Passkey = defineEntity({
  name: "Passkey",
  tableName: "passkeys",
  properties: {
    id: id(),
    user_id: () =>
      p.manyToOne(User).mapToPk().fieldName("user_id").foreignKeyName("passkeys_user_id_fkey").deleteRule("cascade"),
    credential_id: p.text().unique("passkeys_credential_id_key"),
    public_key: p.blob().$type<Buffer>(),
    counter: p.bigint("number"),
    transports: p.array().default([]),
    name: p.text(),
    created_at: createdAt(),
    last_used_at: optional.time(),
  },
  indexes: [{ name: "passkeys_user", properties: ["user_id", "id"] }],
  policies: [personPolicy],
});

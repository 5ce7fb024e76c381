import { defineEntity, p } from "@mikro-orm/core";
import { optional } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { personPolicy } from "../tenant-policy.ts";
import { User } from "./user.entity.ts";

export type RecoveryCode = Row<typeof RecoveryCode>;
export const RecoveryCode = defineEntity({
  name: "RecoveryCode",
  tableName: "recovery_codes",
  properties: {
    user_id: () =>
      p
        .manyToOne(User)
        .mapToPk()
        .fieldName("user_id")
        .foreignKeyName("recovery_codes_user_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action")
        .primary(),
    code_hash: p.blob().$type<Buffer>().primary(),
    used_at: optional.time(),
  },
  policies: [personPolicy],
});

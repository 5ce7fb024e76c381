import { defineEntity, p } from "@mikro-orm/core";
import type { Row } from "../row.ts";
import { personPolicy } from "../tenant-policy.ts";
import { User } from "./user.entity.ts";

export type SecondFactorChallenge = Row<typeof SecondFactorChallenge>;
export const SecondFactorChallenge = defineEntity({
  name: "SecondFactorChallenge",
  tableName: "second_factor_challenges",
  properties: {
    uuid: p.uuid().primary(),
    user_id: () =>
      p
        .manyToOne(User)
        .mapToPk()
        .fieldName("user_id")
        .foreignKeyName("second_factor_challenges_user_id_fkey")
        .deleteRule("cascade"),
    purpose: p.enum(["log_in", "passkey"]),
    challenge: p.text(),
    expires_at: p.datetime(),
  },
  indexes: [{ name: "second_factor_challenges_user", properties: ["user_id", "expires_at"] }],
  policies: [personPolicy],
});

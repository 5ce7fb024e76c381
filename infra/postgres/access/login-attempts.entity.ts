import { defineEntity, p } from "@mikro-orm/core";
import { optional } from "../entity-parts.ts";
import type { Row } from "../row.ts";

export type LoginAttempts = Row<typeof LoginAttempts>;
export const LoginAttempts = defineEntity({
  name: "LoginAttempts",
  tableName: "login_attempts",
  properties: {
    subject: p.text().primary(),
    failures: p.integer(),
    locked_until: optional.time(),
    updated_at: p.datetime().defaultRaw("now()"),
  },
});

import { defineEntity, p } from "@mikro-orm/core";
import type { Row } from "../row.ts";
import { optional } from "../entity-parts.ts";

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

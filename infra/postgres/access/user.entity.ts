import { defineEntity, p } from "@mikro-orm/core";
import type { Row } from "../row.ts";

export type User = Row<typeof User>;
export const User = defineEntity({
  name: "User",
  tableName: "users",
  properties: {
    id: p.bigint("number").primary().generated("identity").autoincrement(),
    email: p.text(),
    name: p.text().strictNullable(),
    password_hash: p.text(),
    created_at: p.datetime().defaultRaw("now()"),
  },
  indexes: [
    { name: "users_email", expression: "CREATE UNIQUE INDEX users_email ON public.users USING btree (lower(email))" },
  ],
  policies: [
    {
      name: "tenant",
      command: "select",
      roles: ["ringdown_app"],
      using: "(EXISTS ( SELECT\n   FROM memberships m\n  WHERE (m.user_id = users.id)))",
    },
  ],
});

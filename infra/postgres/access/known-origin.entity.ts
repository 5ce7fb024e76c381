import { defineEntity, p } from "@mikro-orm/core";
import type { Row } from "../row.ts";
import { User } from "./user.entity.ts";

export type KnownOrigin = Row<typeof KnownOrigin>;
export const KnownOrigin = defineEntity({
  name: "KnownOrigin",
  tableName: "known_places",
  properties: {
    user_id: () =>
      p
        .manyToOne(User)
        .mapToPk()
        .fieldName("user_id")
        .foreignKeyName("known_places_user_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action")
        .primary(),
    place: p.blob().$type<Buffer>().primary(),
    seen_at: p.datetime(),
  },
  // Rows belong to people, not to organizations: only functions reach them.
  policies: [{ name: "nobody", roles: ["ringdown_app"], using: "false" }],
});

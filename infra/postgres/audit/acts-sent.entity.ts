import { defineEntity, p } from "@mikro-orm/core";
import type { Row } from "../row.ts";

/** Up to which act a receiver of the installation has them all. */
export type ActsSent = Row<typeof ActsSent>;
export const ActsSent = defineEntity({
  name: "ActsSent",
  tableName: "acts_sent",
  properties: {
    receiver: p.text().primary(),
    act_id: p.bigint("number"),
    sent_at: p.datetime().defaultRaw("now()"),
  },
  // Functions read and write it, and nobody else.
  policies: [{ name: "nobody", roles: ["ringdown_app"], using: "false" }],
});

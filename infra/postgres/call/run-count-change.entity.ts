import { defineEntity, p } from "@mikro-orm/core";
import type { Row } from "../row.ts";
import { id, optional } from "../entity-parts.ts";
import { tenantPolicy } from "../tenant-policy.ts";

/** A change of the counts that is not summed up yet. */
export type RunCountChange = Row<typeof RunCountChange>;
export const RunCountChange = defineEntity({
  name: "RunCountChange",
  tableName: "run_count_changes",
  properties: {
    id: id(),
    organization_id: p.bigint("number"),
    agent_id: p.bigint("number"),
    campaign_id: optional.bigint(),
    starts_at: p.datetime(),
    is_over: p.boolean(),
    conclusion: optional.text(),
    outcome: optional.text(),
    direction: p.text().$type<"inbound" | "outbound">(),
    channel: p.text().$type<"telephony" | "web" | "chat">(),
    currency: optional.text(),
    runs: p.bigint("number"),
    duration_seconds: p.bigint("number"),
    cost_minor: p.bigint("number"),
  },
  policies: [tenantPolicy],
});

import { defineEntity, p } from "@mikro-orm/core";
import { id, optional } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { runCountColumns } from "./run-count-columns.ts";

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
    ...runCountColumns(),
  },
  policies: [tenantPolicy],
});

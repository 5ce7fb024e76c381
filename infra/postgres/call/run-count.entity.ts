import { defineEntity, p } from "@mikro-orm/core";
import { organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { runCountColumns } from "./run-count-columns.ts";

/**
 * The number, length and cost of an organization's, agent's or campaign's runs of one kind in a period. Triggers of
 * `call_runs` append changes, which are summed up here from time to time.
 */
export type RunCount = Row<typeof RunCount>;
export const RunCount = defineEntity({
  name: "RunCount",
  tableName: "run_counts",
  properties: {
    organization_id: () => organizationId("run_counts"),
    scope: p.enum(["organization", "agent", "campaign"]).primary(),
    scope_id: p.bigint("number").primary(),
    period: p.enum(["day", "hour"]).primary(),
    /** The start of the period. */
    starts_at: p.datetime().primary(),
    ...runCountColumns(),
  },
  uniques: [
    {
      name: "run_counts_kind",
      properties: [
        "scope",
        "scope_id",
        "period",
        "starts_at",
        "is_over",
        "conclusion",
        "outcome",
        "direction",
        "channel",
        "currency",
      ],
    },
  ],
  policies: [tenantPolicy],
});

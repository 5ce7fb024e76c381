import { defineEntity, p } from "@mikro-orm/core";
import { id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

/** What removed runs of one kind were, in a quarter of an hour: budgets, usage and summaries count them on. */
export type RemovedRunSum = Row<typeof RemovedRunSum>;
export const RemovedRunSum = defineEntity({
  name: "RemovedRunSum",
  tableName: "removed_run_sums",
  properties: {
    id: id(),
    organization_id: () => organizationId("removed_run_sums"),
    agent_id: p.bigint("number"),
    agent_version_id: p.bigint("number"),
    campaign_id: optional.bigint(),
    environment: p.text(),
    direction: p.text(),
    channel: p.text(),
    outcome: optional.text(),
    disposition: optional.text(),
    answered_by: optional.text(),
    currency: optional.text(),
    created_quarter: p.datetime(),
    /** When it counts against a budget; null: it does not. */
    spent_quarter: optional.time(),
    accepted_quarter: optional.time(),
    runs: p.bigint("number"),
    first_attempts: p.bigint("number"),
    requested: p.bigint("number"),
    duration_seconds: p.bigint("number"),
    duration_squares: p.double(),
    cost_minor: p.bigint("number"),
    /** What carriers took of the cost. */
    carrier_minor: p.bigint("number"),
    /** What models took, those of runs too whose whole cost is not known. */
    model_minor: p.bigint("number"),
    prompt_tokens: p.bigint("number"),
    completion_tokens: p.bigint("number"),
    removed_at: p.datetime(),
  },
  indexes: [
    {
      name: "removed_run_sums_kind",
      expression:
        "CREATE UNIQUE INDEX removed_run_sums_kind ON public.removed_run_sums USING btree (organization_id, created_quarter, agent_id, agent_version_id, campaign_id, environment, direction, channel, outcome, disposition, answered_by, currency, spent_quarter, accepted_quarter) NULLS NOT DISTINCT",
    },
    {
      name: "removed_run_sums_spent",
      properties: ["organization_id", "spent_quarter"],
      where: "(spent_quarter IS NOT NULL)",
    },
    { name: "removed_run_sums_campaign", properties: ["campaign_id"], where: "(campaign_id IS NOT NULL)" },
  ],
  policies: [tenantPolicy],
});

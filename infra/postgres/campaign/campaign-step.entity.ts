import { defineEntity, p } from "@mikro-orm/core";
import { optional } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

/** A change of a campaign with its instant. */
export type CampaignStep = Row<typeof CampaignStep>;
export const CampaignStep = defineEntity({
  name: "CampaignStep",
  tableName: "campaign_steps",
  properties: {
    campaign_id: p.bigint("number").primary(),
    at: p.datetime().defaultRaw("clock_timestamp()").primary(),
    id: p.bigint("number").primary().generated("identity").autoincrement(),
    organization_id: p.bigint("number"),
    total: p.integer(),
    suppressed: p.integer(),
    finished: p.integer(),
    dialled: p.integer(),
    answered: p.integer(),
    unreached: p.integer(),
    in_flight: p.integer(),
    waiting_retry: p.integer(),
    attempts: p.integer(),
    revision: p.bigint("number"),
    kept_revision: p.bigint("number"),
    campaign_state: optional.text(),
    contact_ids: p
      .array((id) => Number(id))
      .columnType("bigint[]")
      .strictNullable(),
    contact_state: optional.text(),
    outcome: optional.text(),
    has_answered: p.boolean().strictNullable().default(null),
    due_at: optional.time(),
    run_id: optional.bigint(),
    is_accepted: p.boolean().default(false),
    disposition: optional.text(),
    duration_seconds: optional.integer(),
    cost_minor: optional.bigint(),
    currency: optional.text(),
  },
  policies: [tenantPolicy],
});

import { defineEntity, p } from "@mikro-orm/core";
import { optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { Campaign } from "./campaign.entity.ts";

export type CampaignFigures = Row<typeof CampaignFigures>;
export const CampaignFigures = defineEntity({
  name: "CampaignFigures",
  tableName: "campaign_figures",
  properties: {
    campaign_id: () =>
      p
        .manyToOne(Campaign)
        .mapToPk()
        .fieldName("campaign_id")
        .foreignKeyName("campaign_figures_campaign_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action")
        .primary(),
    organization_id: () => organizationId("campaign_figures"),
    total: p.bigint("number").defaultRaw("0"),
    suppressed: p.bigint("number").defaultRaw("0"),
    finished: p.bigint("number").defaultRaw("0"),
    dialled: p.bigint("number").defaultRaw("0"),
    answered: p.bigint("number").defaultRaw("0"),
    unreached: p.bigint("number").defaultRaw("0"),
    in_flight: p.bigint("number").defaultRaw("0"),
    waiting_retry: p.bigint("number").defaultRaw("0"),
    attempts: p.bigint("number").defaultRaw("0"),
    revision: p.bigint("number").defaultRaw("0"),
    kept_revision: p.bigint("number").defaultRaw("0"),
    campaign_state: optional.text(),
  },
  policies: [tenantPolicy],
});

import { defineEntity, p } from "@mikro-orm/core";
import type { JourneyStep } from "../../../domain/journey/journey.ts";
import { Campaign } from "../campaign/campaign.entity.ts";
import { createdAt, createdBy, id, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

export type JourneyVersionRow = Row<typeof JourneyVersionRow>;
export const JourneyVersionRow = defineEntity({
  name: "JourneyVersionRow",
  tableName: "journey_versions",
  properties: {
    id: id(),
    organization_id: () => organizationId("journey_versions"),
    campaign_id: () =>
      p
        .manyToOne(Campaign)
        .mapToPk()
        .fieldName("campaign_id")
        .foreignKeyName("journey_versions_campaign_id_fkey")
        .deleteRule("cascade"),
    version: p.integer(),
    steps: p.json<JourneyStep[]>(),
    created_by: () => createdBy("journey_versions"),
    created_at: createdAt(),
  },
  uniques: [{ name: "journey_versions_campaign_id_version_key", properties: ["campaign_id", "version"] }],
  policies: [tenantPolicy],
});

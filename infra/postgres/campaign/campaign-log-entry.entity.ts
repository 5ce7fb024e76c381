import { defineEntity, p } from "@mikro-orm/core";
import { LOG_LEVELS } from "../../../domain/campaign/campaign-log.ts";
import { id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { Campaign } from "./campaign.entity.ts";

export type CampaignLogEntry = Row<typeof CampaignLogEntry>;
export const CampaignLogEntry = defineEntity({
  name: "CampaignLogEntry",
  tableName: "campaign_logs",
  properties: {
    id: id(),
    organization_id: () => organizationId("campaign_logs"),
    campaign_id: () =>
      p
        .manyToOne(Campaign)
        .mapToPk()
        .fieldName("campaign_id")
        .foreignKeyName("campaign_logs_campaign_id_fkey")
        .deleteRule("cascade"),
    ts: p.datetime().defaultRaw("now()"),
    level: p.enum([...LOG_LEVELS]),
    event: p.text(),
    message: p.text(),
    actor: p.text(),
    details: p.json<Record<string, unknown>>().strictNullable(),
    /** Of a command that was carried out: the same for each try. */
    command_key: optional.text(),
  },
  indexes: [
    {
      name: "campaign_logs_campaign",
      expression: "CREATE INDEX campaign_logs_campaign ON public.campaign_logs USING btree (campaign_id, id DESC)",
    },
    {
      name: "campaign_logs_command",
      properties: ["campaign_id", "command_key"],
      where: "(command_key IS NOT NULL)",
    },
  ],
  policies: [tenantPolicy],
});

import { defineEntity, p } from "@mikro-orm/core";
import { STEP_STATES } from "../../../domain/journey/journey.ts";
import { Campaign } from "../campaign/campaign.entity.ts";
import { CampaignContact } from "../campaign/campaign-contact.entity.ts";
import { createdAt, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

/** A person at a step of a campaign's journey. */
export type JourneyStepRow = Row<typeof JourneyStepRow>;
export const JourneyStepRow = defineEntity({
  name: "JourneyStepRow",
  tableName: "journey_steps",
  properties: {
    id: id(),
    organization_id: () => organizationId("journey_steps"),
    campaign_id: () =>
      p
        .manyToOne(Campaign)
        .mapToPk()
        .fieldName("campaign_id")
        .foreignKeyName("journey_steps_campaign_id_fkey")
        .deleteRule("cascade"),
    campaign_contact_id: () =>
      p
        .manyToOne(CampaignContact)
        .mapToPk()
        .fieldName("campaign_contact_id")
        .foreignKeyName("journey_steps_campaign_contact_id_fkey")
        .deleteRule("cascade"),
    /** While it is open: whoever says stop is found by it. */
    phone_number: optional.text(),
    version: p.integer(),
    step: p.text(),
    /** The how-manieth time that this person comes to this step. */
    pass: p.integer().default(1),
    /** Null: the campaign's own call. */
    came_from: optional.text(),
    /** The call whose outcome led here. */
    run_id: optional.bigint(),
    state: p.enum([...STEP_STATES]),
    due_at: p.datetime(),
    /** Names what is asked outside, the same for each try. */
    key: p.uuid().defaultRaw("gen_random_uuid()"),
    /** Why it was not done, for people. */
    reason: optional.text(),
    started_at: optional.time(),
    settled_at: optional.time(),
    created_at: createdAt(),
  },
  uniques: [
    {
      name: "journey_steps_campaign_contact_id_step_pass_key",
      properties: ["campaign_contact_id", "step", "pass"],
    },
  ],
  indexes: [
    { name: "journey_steps_due", properties: ["campaign_id", "due_at", "id"], where: "(state = 'waiting'::text)" },
    {
      name: "journey_steps_open",
      properties: ["campaign_id", "state"],
      where: "(state = ANY (ARRAY['doing'::text, 'calling'::text]))",
    },
    { name: "journey_steps_edge", properties: ["campaign_id", "came_from", "step", "state"] },
    { name: "journey_steps_settled", properties: ["campaign_id", "settled_at"], where: "(settled_at IS NOT NULL)" },
    { name: "journey_steps_person", properties: ["phone_number"], where: "(phone_number IS NOT NULL)" },
  ],
  policies: [tenantPolicy],
});

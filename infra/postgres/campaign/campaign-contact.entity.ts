import { defineEntity, p } from "@mikro-orm/core";
import { KEPT_CONTACT_STATES } from "../../../domain/campaign/contact-states.rules.ts";
import { PRIORITIES } from "../../../domain/contact/priority.ts";
import { Agent, AgentVersion } from "../agent/agent.entity.ts";
import { Contact } from "../contact/contact.entity.ts";
import { id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { Campaign } from "./campaign.entity.ts";

export type CampaignContact = Row<typeof CampaignContact>;
export const CampaignContact = defineEntity({
  name: "CampaignContact",
  tableName: "campaign_contacts",
  properties: {
    id: id(),
    organization_id: () => organizationId("campaign_contacts"),
    campaign_id: () =>
      p
        .manyToOne(Campaign)
        .mapToPk()
        .fieldName("campaign_id")
        .foreignKeyName("campaign_contacts_campaign_id_fkey")
        .deleteRule("cascade"),
    contact_id: () =>
      p
        .manyToOne(Contact)
        .mapToPk()
        .fieldName("contact_id")
        .foreignKeyName("campaign_contacts_contact_id_fkey")
        .deleteRule("set null")
        .strictNullable(),
    phone_number: p.text(),
    name: optional.text(),
    timezone: p.text().default(""),
    attributes: p.json<Record<string, unknown>>().defaultRaw("'{}'"),
    state: p.enum([...KEPT_CONTACT_STATES]).default("pending"),
    attempts: p.integer().default(0),
    retries: p.integer().default(0),
    failed_retries: p.integer().default(0),
    /**
     * `-infinity` before the first attempt, which a Date cannot hold: read these rows with Kysely, not with the entity
     * manager.
     */
    next_attempt_at: p.datetime().defaultRaw("'-infinity'"),
    last_outcome: optional.text(),
    dialled: p.boolean().default(false),
    answered: p.boolean().default(false),
    /**
     * True while the contact is pending or waits for another attempt, as its state says. The index uses this column, because the
     * end of a call leaves it unchanged unless the contact is tried again.
     */
    waits: p.boolean().default(false),
    priority: p.integer().default(PRIORITIES.usual),
    /** Smaller ones of the same priority are called first; equal ones in the order of their ids. */
    queue_position: p.bigint("number").defaultRaw("0"),
    /** When the person has asked to be called; null: they have not, or were since. */
    call_back_at: optional.time(),
    /** How often they have asked for it; each is among `retries`, and no retry of the campaign's. */
    call_backs: p.integer().default(0),
    /** When it joined a live campaign; null: it is of the snapshot. */
    joined_at: optional.time(),
    /** The step of the campaign's journey for which it is called; null: the campaign calls it by itself. */
    journey_step_id: optional.bigint(),
    /** The agent of that call; null: the campaign's. */
    journey_agent_id: () =>
      p
        .manyToOne(Agent)
        .mapToPk()
        .fieldName("journey_agent_id")
        .foreignKeyName("campaign_contacts_journey_agent_id_fkey")
        .deleteRule("no action")
        .strictNullable()
        .default(null),
    /** The newest of its removed runs. */
    removed_run_id: optional.bigint(),
    /** The version that the contact was last called with, where versions stand side by side. */
    agent_version_id: () =>
      p
        .manyToOne(AgentVersion)
        .mapToPk()
        .fieldName("agent_version_id")
        .foreignKeyName("campaign_contacts_agent_version_id_fkey")
        .deleteRule("no action")
        .strictNullable(),
  },
  uniques: [{ name: "campaign_contacts_campaign_id_phone_number_key", properties: ["campaign_id", "phone_number"] }],
  indexes: [
    {
      name: "campaign_contacts_queue",
      properties: ["campaign_id", "timezone", "priority", "next_attempt_at", "queue_position", "id"],
      where: "waits",
    },
    {
      name: "campaign_contacts_call_backs",
      properties: ["campaign_id", "call_back_at"],
      where: "(call_back_at IS NOT NULL)",
    },
    {
      name: "campaign_contacts_joined",
      properties: ["campaign_id", "joined_at"],
      where: "(joined_at IS NOT NULL)",
    },
    { name: "campaign_contacts_of_contact", properties: ["contact_id", "id"], where: "(contact_id IS NOT NULL)" },
  ],
  policies: [tenantPolicy],
});

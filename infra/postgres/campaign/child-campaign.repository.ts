import type { Insertable } from "kysely";
import type { OrganizationTransaction } from "../database.ts";
import { copyJourney } from "../journey/journey-versions.repository.ts";
import type { Tables } from "../tables.ts";
import type { Campaign } from "./campaign.entity.ts";

/** Inserts a draft with the agent, account and settings of another campaign, and its figures; `columns` are its own. */
export const insertChildCampaign = async (
  tx: OrganizationTransaction,
  parent: Campaign,
  columns: Partial<Insertable<Tables["campaigns"]>>,
): Promise<Campaign> => {
  const created = await tx
    .insertInto("campaigns")
    .values({
      organization_id: parent.organization_id,
      name: parent.name,
      agent_id: parent.agent_id,
      source_type: parent.source_type,
      source_id: parent.source_id,
      contact_list_id: parent.contact_list_id,
      telephony_configuration_id: parent.telephony_configuration_id,
      environment: parent.environment,
      retry_config: parent.retry_config,
      schedule_config: parent.schedule_config,
      circuit_breaker: parent.circuit_breaker,
      budget: parent.budget,
      caller_id_strategy: parent.caller_id_strategy,
      // A version that was stopped stays so.
      version_plan: parent.version_plan,
      version_guard: parent.version_guard,
      segment: parent.segment,
      order: parent.order,
      order_by: parent.order_by,
      daily_quota: parent.daily_quota,
      max_concurrency: parent.max_concurrency,
      text_agent_id: parent.text_agent_id,
      consent_attested_at: parent.consent_attested_at,
      consent_attested_by: parent.consent_attested_by,
      ...columns,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("campaign_figures")
    .values({ campaign_id: created.id, organization_id: created.organization_id })
    .execute();
  if (parent.journey_version === null) return created;
  await copyJourney(tx, { from: parent.id, to: created });
  return { ...created, journey_version: 1 };
};

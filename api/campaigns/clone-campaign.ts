import type { z } from "zod";
import { nameChild } from "../../domain/campaign/campaign-name.rules.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import { findCampaign, lockCampaignRow } from "../../infra/postgres/campaign/campaign.repository.ts";
import { copyJourney } from "../../infra/postgres/journey/journey-versions.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import { accountGone, campaignNotFound, listGone } from "./campaigns.errors.ts";
import { type campaignParams, type cloneCampaignBody, createCampaignBody } from "./campaigns.schemas.ts";
import { createCampaign } from "./create-campaign.ts";

type Input = OperationInput<{ params: typeof campaignParams; body: typeof cloneCampaignBody }>;

/**
 * Creates a draft with the agent, the account and the settings of a campaign, for its list or another one. Consent is
 * attested anew, because it was given for the calls of the first one.
 */
export const cloneCampaign = async (context: OperationContext, { params, body }: Input) => {
  const campaign = await context.inOrganization((tx) => findCampaign(tx, params.campaign_id));
  if (!campaign) throw campaignNotFound();
  requireOwnEnvironment(context.actor, campaign, "campaign");
  const clone = await createCampaign(context, { body: createCampaignBody.parse(describeClone(campaign, body)) });
  if (campaign.journey_version !== null)
    await context.inOrganization(async (tx) => {
      const made = await lockCampaignRow(tx, clone.id);
      // A repeat finds the one that was given it.
      if (made?.journey_version === null) await copyJourney(tx, { from: campaign.id, to: made });
    });
  return clone;
};

const describeClone = (
  campaign: Campaign,
  { name, contact_list_id: listId }: Input["body"],
): z.input<typeof createCampaignBody> => {
  if (campaign.telephony_configuration_id === null) throw accountGone();
  return {
    name: name ?? nameChild(campaign.name, "copy"),
    workflow_id: campaign.agent_id,
    telephony_configuration_id: campaign.telephony_configuration_id,
    ...(campaign.daily_quota !== null && { daily_quota: campaign.daily_quota }),
    order: campaign.order,
    ...(campaign.order_by !== null && { order_by: campaign.order_by }),
    enrolment: campaign.enrolment,
    retry_config: campaign.retry_config,
    circuit_breaker: campaign.circuit_breaker,
    ...(campaign.max_concurrency !== null && { max_concurrency: campaign.max_concurrency }),
    ...(campaign.schedule_config && { schedule_config: campaign.schedule_config }),
    ...(campaign.text_agent_id !== null && { text_workflow_id: campaign.text_agent_id }),
    ...(campaign.budget && { budget: campaign.budget }),
    ...(campaign.caller_id_strategy && { caller_id_strategy: campaign.caller_id_strategy }),
    ...(campaign.version_plan && {
      versions: campaign.version_plan.versions.map(({ version, weight }) => ({ version, weight })),
    }),
    ...(campaign.version_guard && { guard: campaign.version_guard }),
    ...(campaign.recurrence && { recurrence: campaign.recurrence }),
    ...describeSource(campaign, listId),
  };
};

const describeSource = (
  { source_type: type, source_id: sourceId, contact_list_id: ownList, segment }: Campaign,
  listId: number | undefined,
): Pick<z.input<typeof createCampaignBody>, "contact_list_id" | "source_type" | "source_id" | "segment_id"> => {
  if (listId !== undefined) return { contact_list_id: listId };
  if (type === "csv") return { source_type: "csv", source_id: sourceId };
  if (ownList === null) throw listGone();
  return { contact_list_id: ownList, ...(segment && { segment_id: segment.id }) };
};

import { explainRedialRefusal, listRedialOutcomes, REDIAL_REASONS } from "../../domain/campaign/redial.rules.ts";
import { findCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import { requireConsent, requireReady } from "./campaign-readiness.ts";
import { campaignNotFound, commandRefused } from "./campaigns.errors.ts";
import type { campaignParams, redialCampaignBody } from "./campaigns.schemas.ts";
import { commandRedial } from "./command-campaign.ts";
import { readCampaignAnswer } from "./get-campaign.ts";
import { mergeRetryConfig } from "./merge-settings.ts";

type Input = OperationInput<{ params: typeof campaignParams; body: typeof redialCampaignBody }>;

/**
 * Creates a child campaign with the contacts that were not reached, once for each campaign. Its workflow creates the
 * rows, and refuses a redial that would call nobody.
 */
export const redialCampaign = async (context: OperationContext, { params, body }: Input) => {
  const { campaign, retryConfig } = await context.inOrganization(async (tx) => {
    const found = await findCampaign(tx, params.campaign_id);
    if (!found) throw campaignNotFound();
    requireOwnEnvironment(context.actor, found, "campaign");
    const refusal = explainRedialRefusal(found.state);
    if (refusal) throw commandRefused(refusal);
    await requireReady(context, tx, found);
    if (body.start) requireConsent(found);
    // The campaign is over: its settings do not change any more.
    const ownRetries = body.retry_config && mergeRetryConfig(found.retry_config, body.retry_config);
    return { campaign: found, retryConfig: ownRetries ?? null };
  });
  const { redialedCampaignId } = await commandRedial(context, campaign, {
    name: body.name ?? null,
    outcomes: listRedialOutcomes(REDIAL_REASONS.filter((reason) => body[`retry_on_${reason}`])),
    retryConfig,
    start: body.start,
  });
  return context.inOrganization((tx) => readCampaignAnswer(tx, redialedCampaignId));
};

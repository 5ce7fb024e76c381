import { sumByDay } from "../../domain/campaign/figures-by-day.ts";
import { DAY_MS } from "../../domain/time/durations.rules.ts";
import { findCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import { readCampaignZone } from "../../infra/postgres/campaign/campaign-summary.repository.ts";
import { countByQuarter } from "../../infra/postgres/campaign/figures-by-day.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { campaignDaysQuery } from "./campaign-days.schemas.ts";
import { campaignNotFound } from "./campaigns.errors.ts";
import type { campaignParams } from "./campaigns.schemas.ts";

type Input = OperationInput<{ params: typeof campaignParams; query: typeof campaignDaysQuery }>;

/** Tells by day who joined, was called and was reached, and who waited too long for the first call. */
export const readCampaignDays = (context: OperationContext, { params, query }: Input) =>
  context.inOrganization(async (tx) => {
    const campaign = await findCampaign(tx, params.campaign_id);
    if (!campaign) throw campaignNotFound();
    const now = context.clock.now();
    const timezone = await readCampaignZone(tx, campaign.schedule_config);
    const { days, clock, within_minutes: withinMinutes } = query;
    // A day is up to 25 hours long, and may begin a day earlier or later on another clock.
    const from = new Date(now.getTime() - (days + 2) * DAY_MS);
    const to = new Date(now.getTime() + DAY_MS);
    const counted = await countByQuarter(tx, { campaignId: campaign.id, from, to, withinMinutes, now });
    return {
      campaign_id: campaign.id,
      timezone,
      clock,
      within_minutes: withinMinutes,
      days: sumByDay(counted, { timezone, clock, now, days }),
    };
  });

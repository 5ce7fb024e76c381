import { defineOperation } from "../http/operation.ts";
import { campaignDaysAnswer, campaignDaysQuery } from "./campaign-days.schemas.ts";
import { campaignAnswer, campaignParams } from "./campaigns.schemas.ts";
import { finishCampaign } from "./finish-campaign.ts";
import { readCampaignDays } from "./read-campaign-days.ts";

export const campaignDaysOperation = defineOperation({
  id: "campaigns.days",
  area: "Campaigns",
  method: "get",
  path: "/campaigns/{campaign_id}/days",
  summary: "How many people joined a campaign each day, were called and reached, and waited too long",
  permission: "viewer",
  sandbox: "read",
  params: campaignParams,
  query: campaignDaysQuery,
  share: "listing",
  success: { status: 200, description: "The figures of each day", body: campaignDaysAnswer },
  errors: { 404: "No such campaign in the organization" },
  run: readCampaignDays,
});

export const finishCampaignOperation = defineOperation({
  id: "campaigns.finish",
  area: "Campaigns",
  method: "post",
  path: "/campaigns/{campaign_id}/finish",
  summary: "Let nobody join a live campaign any more; it completes when those in it are done",
  permission: "operator",
  sandbox: "own",
  timeline: "campaign",
  params: campaignParams,
  success: { status: 200, description: "The campaign", body: campaignAnswer },
  errors: {
    404: "No such campaign in the organization",
    409: "The campaign is not live, has not begun, or is over",
  },
  run: finishCampaign,
});

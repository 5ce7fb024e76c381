import { defineOperation } from "../http/operation.ts";
import { campaignParams } from "./campaigns.schemas.ts";
import { getJourney } from "./get-journey.ts";
import {
  journeyAnswer,
  journeyBody,
  journeyPreviewAnswer,
  journeyPreviewBody,
  journeyProgressAnswer,
  journeyQuery,
} from "./journey.schemas.ts";
import { previewCampaignJourney } from "./preview-journey.ts";
import { putJourney } from "./put-journey.ts";
import { readJourneyProgress } from "./read-journey-progress.ts";

const AREA = "Campaigns";
const NOT_READY = {
  400: "An agent of a step is not ready; the sentence says what to do",
  404: "No such campaign, agent, channel or webhook in the organization",
  409: "An agent was made in the sandbox",
};
const UNKNOWN = { 404: "No such campaign in the organization" };

export const getJourneyOperation = defineOperation({
  id: "campaigns.journey.get",
  area: AREA,
  method: "get",
  path: "/campaigns/{campaign_id}/journey",
  summary: "What follows a campaign's calls",
  permission: "viewer",
  sandbox: "read",
  params: campaignParams,
  query: journeyQuery,
  success: { status: 200, description: "The journey, without steps where there is none", body: journeyAnswer },
  errors: { 404: "No such campaign in the organization, or its journey has no such version" },
  run: getJourney,
});

export const putJourneyOperation = defineOperation({
  id: "campaigns.journey.put",
  area: AREA,
  method: "put",
  path: "/campaigns/{campaign_id}/journey",
  summary: "Say what follows a campaign's calls; also while it runs, as a new version",
  permission: "operator",
  sandbox: "own",
  timeline: "campaign",
  params: campaignParams,
  body: journeyBody,
  success: { status: 200, description: "The newest version", body: journeyAnswer },
  errors: { ...NOT_READY, 409: "The campaign is over, or an agent was made in the sandbox" },
  run: putJourney,
});

export const previewJourneyOperation = defineOperation({
  id: "campaigns.journey.preview",
  area: AREA,
  method: "post",
  path: "/campaigns/{campaign_id}/journey/preview",
  summary: "What would follow for the first twenty people, if their call ended so",
  permission: "operator",
  sandbox: "own",
  timeline: { none: "it changes nothing, and reaches nobody" },
  params: campaignParams,
  body: journeyPreviewBody,
  success: { status: 200, description: "For each of them the steps, with their times", body: journeyPreviewAnswer },
  errors: NOT_READY,
  share: "listing",
  run: previewCampaignJourney,
});

export const journeyProgressOperation = defineOperation({
  id: "campaigns.journey.progress",
  area: AREA,
  method: "get",
  path: "/campaigns/{campaign_id}/journey/progress",
  summary: "How many people went along each edge of a journey, and what became of them",
  permission: "viewer",
  sandbox: "read",
  params: campaignParams,
  success: { status: 200, description: "The counts", body: journeyProgressAnswer },
  errors: UNKNOWN,
  share: "listing",
  run: readJourneyProgress,
});

export const journeyOperations = [
  getJourneyOperation,
  putJourneyOperation,
  previewJourneyOperation,
  journeyProgressOperation,
];

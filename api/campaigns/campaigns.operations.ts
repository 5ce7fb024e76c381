import { defineOperation } from "../http/operation.ts";
import { askWhatIf } from "./ask-what-if.ts";
import { backFillBody } from "./back-fill.schemas.ts";
import { backFillCampaign } from "./back-fill-campaign.ts";
import { campaignReadingOperations } from "./campaign-reading.operations.ts";
import {
  campaignAnswer,
  campaignDeletedAnswer,
  campaignParams,
  cloneCampaignBody,
  createCampaignBody,
  deleteCampaignQuery,
  listCampaignsQuery,
  redialCampaignBody,
  startCampaignBody,
  updateCampaignBody,
} from "./campaigns.schemas.ts";
import { cancelCampaign } from "./cancel-campaign.ts";
import { cloneCampaign } from "./clone-campaign.ts";
import { createCampaign } from "./create-campaign.ts";
import { deleteCampaign } from "./delete-campaign.ts";
import { getCampaign } from "./get-campaign.ts";
import { journeyOperations } from "./journey.operations.ts";
import { listCampaigns } from "./list-campaigns.ts";
import { campaignDaysOperation, finishCampaignOperation } from "./live-campaign.operations.ts";
import { pauseCampaign } from "./pause-campaign.ts";
import { campaignListAnswer } from "./progress.schemas.ts";
import { redialCampaign } from "./redial-campaign.ts";
import { resumeCampaign } from "./resume-campaign.ts";
import { startCampaign } from "./start-campaign.ts";
import { unscheduleCampaign } from "./unschedule-campaign.ts";
import { updateCampaign } from "./update-campaign.ts";
import { whatIfAnswer, whatIfBody } from "./what-if.schemas.ts";

const AREA = "Campaigns";
const UNKNOWN = { 404: "No such campaign in the organization" };
const COMMAND_ERRORS = {
  ...UNKNOWN,
  409: "The campaign's state forbids it",
  503: "The campaign's workflow did not answer in time; repeating the command is harmless",
};
const NOT_READY = { 400: "The agent or the carrier account is not ready; the sentence says what to do" };

export const createCampaignOperation = defineOperation({
  id: "campaigns.create",
  area: AREA,
  method: "post",
  path: "/campaigns/create",
  summary: "Create from a contact list and an agent",
  permission: "operator",
  sandbox: "own",
  timeline: "campaign",
  body: createCampaignBody,
  addsRows: true,
  success: { status: 200, description: "The draft", body: campaignAnswer },
  errors: { ...NOT_READY, 404: "No such agent, contact list, uploaded file or carrier account in the organization" },
  run: createCampaign,
});

export const listCampaignsOperation = defineOperation({
  id: "campaigns.list",
  area: AREA,
  method: "get",
  path: "/campaigns",
  summary: "Every campaign in the account",
  permission: "viewer",
  sandbox: "read",
  query: listCampaignsQuery,
  success: { status: 200, description: "Campaigns without their logs, newest first", body: campaignListAnswer },
  run: listCampaigns,
});

export const getCampaignOperation = defineOperation({
  id: "campaigns.get",
  area: AREA,
  method: "get",
  path: "/campaigns/{campaign_id}",
  summary: "One campaign",
  permission: "viewer",
  sandbox: "read",
  params: campaignParams,
  success: { status: 200, description: "The campaign with its newest 200 log entries", body: campaignAnswer },
  errors: UNKNOWN,
  run: getCampaign,
});

export const updateCampaignOperation = defineOperation({
  id: "campaigns.update",
  area: AREA,
  method: "patch",
  path: "/campaigns/{campaign_id}",
  summary:
    "Change a draft, scheduled or paused campaign; what is not sent stays, and only schedule_config is replaced whole",
  permission: "operator",
  sandbox: "own",
  timeline: "campaign",
  params: campaignParams,
  body: updateCampaignBody,
  success: { status: 200, description: "The campaign; a paused one takes it up when it resumes", body: campaignAnswer },
  errors: { ...UNKNOWN, 409: "The campaign is neither draft nor scheduled nor paused" },
  run: updateCampaign,
});

export const deleteCampaignOperation = defineOperation({
  id: "campaigns.delete",
  sandbox: "own",
  area: AREA,
  method: "delete",
  path: "/campaigns/{campaign_id}",
  summary: "Delete a draft, or a campaign that is over with all its calls",
  permission: "operator",
  timeline: "campaign",
  params: campaignParams,
  query: deleteCampaignQuery,
  success: { status: 200, description: "It is gone; its calls go by a removal", body: campaignDeletedAnswer },
  errors: { ...UNKNOWN, 409: "The campaign goes on, has calls that were not asked about, or others need it" },
  run: deleteCampaign,
});

export const cloneCampaignOperation = defineOperation({
  id: "campaigns.clone",
  sandbox: "own",
  area: AREA,
  method: "post",
  path: "/campaigns/{campaign_id}/clone",
  summary: "Create a draft with the agent, account and settings of a campaign",
  permission: "operator",
  timeline: "campaign",
  params: campaignParams,
  body: cloneCampaignBody,
  addsRows: true,
  success: { status: 200, description: "The draft", body: campaignAnswer },
  errors: {
    ...UNKNOWN,
    400: "Its carrier account is gone",
    409: "Its contact list is gone",
  },
  run: cloneCampaign,
});

export const startCampaignOperation = defineOperation({
  id: "campaigns.start",
  area: AREA,
  method: "post",
  path: "/campaigns/{campaign_id}/start",
  summary: "Start dialling, at once or at the campaign's own start",
  permission: "operator",
  sandbox: "own",
  timeline: "campaign",
  params: campaignParams,
  body: startCampaignBody,
  addsRows: true,
  success: {
    status: 200,
    description: "The campaign, which is running, or scheduled until its start",
    body: campaignAnswer,
  },
  errors: {
    ...COMMAND_ERRORS,
    ...NOT_READY,
    409: "The campaign's state forbids it, or an import into its list is under way",
  },
  run: startCampaign,
});

export const unscheduleCampaignOperation = defineOperation({
  id: "campaigns.unschedule",
  area: AREA,
  method: "post",
  path: "/campaigns/{campaign_id}/unschedule",
  summary: "Make a scheduled campaign a draft again; it does not begin by itself",
  permission: "operator",
  sandbox: "own",
  timeline: "campaign",
  params: campaignParams,
  success: { status: 200, description: "The draft", body: campaignAnswer },
  errors: COMMAND_ERRORS,
  run: unscheduleCampaign,
});

export const pauseCampaignOperation = defineOperation({
  id: "campaigns.pause",
  area: AREA,
  method: "post",
  path: "/campaigns/{campaign_id}/pause",
  summary: "Pause; calls in progress finish, and after this answer none is dialled",
  permission: "operator",
  sandbox: "own",
  timeline: "campaign",
  params: campaignParams,
  success: { status: 200, description: "The paused campaign", body: campaignAnswer },
  errors: COMMAND_ERRORS,
  run: pauseCampaign,
});

export const resumeCampaignOperation = defineOperation({
  id: "campaigns.resume",
  area: AREA,
  method: "post",
  path: "/campaigns/{campaign_id}/resume",
  summary: "Resume a paused campaign, or a failed one after repair",
  permission: "operator",
  sandbox: "own",
  timeline: "campaign",
  params: campaignParams,
  success: { status: 200, description: "The running campaign", body: campaignAnswer },
  errors: { ...COMMAND_ERRORS, ...NOT_READY },
  run: resumeCampaign,
});

export const cancelCampaignOperation = defineOperation({
  id: "campaigns.cancel",
  area: AREA,
  method: "post",
  path: "/campaigns/{campaign_id}/cancel",
  summary: "End a draft, scheduled or paused campaign for good",
  permission: "operator",
  sandbox: "own",
  timeline: "campaign",
  params: campaignParams,
  success: { status: 200, description: "The canceled campaign", body: campaignAnswer },
  errors: COMMAND_ERRORS,
  run: cancelCampaign,
});

export const redialCampaignOperation = defineOperation({
  id: "campaigns.redial",
  area: AREA,
  method: "post",
  path: "/campaigns/{campaign_id}/redial",
  summary: "Dial numbers not reached again, once, in a campaign of their own",
  permission: "operator",
  sandbox: "own",
  timeline: "campaign",
  params: campaignParams,
  body: redialCampaignBody,
  addsRows: true,
  success: { status: 200, description: "The new campaign", body: campaignAnswer },
  errors: {
    ...COMMAND_ERRORS,
    ...NOT_READY,
    409: "The campaign is not over, has calls under way, or was redialled already",
  },
  run: redialCampaign,
});

export const backFillCampaignOperation = defineOperation({
  id: "campaigns.backFill",
  area: AREA,
  method: "post",
  path: "/campaigns/{campaign_id}/back-fill",
  summary: "Dial those whom an outage kept from being dialled, in a campaign of their own; once for each span",
  permission: "operator",
  sandbox: "own",
  timeline: "campaign",
  params: campaignParams,
  body: backFillBody,
  addsRows: true,
  success: {
    status: 200,
    description: "The new campaign, or the one that was made for this span",
    body: campaignAnswer,
  },
  errors: {
    ...COMMAND_ERRORS,
    ...NOT_READY,
    409: "The campaign is a draft, has calls of that span under way, or the outage kept nobody from being dialled",
  },
  run: backFillCampaign,
});

export const askWhatIfOperation = defineOperation({
  id: "campaigns.whatIf",
  area: AREA,
  method: "post",
  path: "/campaigns/{campaign_id}/what-if",
  summary: "Ask what a campaign would have done by other settings; nobody is called",
  permission: "operator",
  sandbox: "own",
  timeline: { none: "it changes nothing, and calls nobody" },
  params: campaignParams,
  body: whatIfBody,
  addsRows: true,
  success: { status: 202, description: "The question, which is worked on", body: whatIfAnswer },
  errors: { ...UNKNOWN, 409: "The campaign is a draft, or too many questions are worked on" },
  run: askWhatIf,
});

export const campaignsOperations = [
  createCampaignOperation,
  listCampaignsOperation,
  getCampaignOperation,
  updateCampaignOperation,
  deleteCampaignOperation,
  cloneCampaignOperation,
  startCampaignOperation,
  unscheduleCampaignOperation,
  pauseCampaignOperation,
  resumeCampaignOperation,
  cancelCampaignOperation,
  finishCampaignOperation,
  campaignDaysOperation,
  redialCampaignOperation,
  backFillCampaignOperation,
  askWhatIfOperation,
  ...journeyOperations,
  ...campaignReadingOperations,
];

import { defineOperation } from "../http/operation.ts";
import { XLSX_TYPE } from "../http/table-file.ts";
import { activityAnswer, activityQuery } from "./activity.schemas.ts";
import { asOfQuery } from "./as-of.schemas.ts";
import { backFillPreviewAnswer, backFillQuery } from "./back-fill.schemas.ts";
import { previewBackFill } from "./back-fill-campaign.ts";
import { calendarAnswer, calendarQuery } from "./calendar.schemas.ts";
import { campaignContactsAnswer, campaignContactsQuery } from "./campaign-contacts.schemas.ts";
import { contactOutlookAnswer, outlookParams } from "./campaign-outlook.schemas.ts";
import { getWhatIf, listWhatIfs } from "./campaigns.reads.ts";
import { campaignParams, reportQuery, runListAnswer, runsQuery } from "./campaigns.schemas.ts";
import { forecastAnswer } from "./forecast.schemas.ts";
import { forecastCampaign } from "./forecast-campaign.ts";
import { getProgress } from "./get-progress.ts";
import { listCampaignContacts } from "./list-campaign-contacts.ts";
import { listCampaignRuns } from "./list-campaign-runs.ts";
import { progressAnswer } from "./progress.schemas.ts";
import { readActivity } from "./read-activity.ts";
import { readCalendar } from "./read-calendar.ts";
import { readOutlook } from "./read-outlook.ts";
import { reportCampaign } from "./report-campaign.ts";
import { streamProgress } from "./stream-progress.ts";
import { summarizeCampaign } from "./summarize-campaign.ts";
import { summaryAnswer } from "./summary.schemas.ts";
import { whatIfAnswer, whatIfListAnswer, whatIfParams } from "./what-if.schemas.ts";

const AREA = "Campaigns";
const PAST_NOT_KEPT = "What was true at the instant is not kept";
const UNKNOWN = { 404: "No such campaign in the organization" };

export const campaignProgressOperation = defineOperation({
  id: "campaigns.progress",
  area: AREA,
  method: "get",
  path: "/campaigns/{campaign_id}/progress",
  summary: "How many contacts of a campaign were dialled and answered, and how many remain",
  permission: "viewer",
  sandbox: "read",
  params: campaignParams,
  query: asOfQuery,
  success: { status: 200, description: "The figures, from the running workflow or the database", body: progressAnswer },
  errors: { ...UNKNOWN, 409: PAST_NOT_KEPT },
  run: getProgress,
});

export const calendarOperation = defineOperation({
  id: "campaigns.calendar",
  area: AREA,
  method: "get",
  path: "/calendar",
  summary: "What is planned in a span: starts, ends, times of recurring campaigns, and calls that people asked for",
  permission: "viewer",
  sandbox: "read",
  query: calendarQuery,
  success: { status: 200, description: "The events in their order, and the campaigns that dial", body: calendarAnswer },
  run: readCalendar,
});

export const previewBackFillOperation = defineOperation({
  id: "campaigns.previewBackFill",
  area: AREA,
  method: "get",
  path: "/campaigns/{campaign_id}/back-fill",
  summary: "Whom a back-fill would call: those whom an outage kept from being dialled",
  permission: "viewer",
  sandbox: "read",
  params: campaignParams,
  query: backFillQuery,
  success: {
    status: 200,
    description: "The counts, and why a back-fill would be refused",
    body: backFillPreviewAnswer,
  },
  errors: UNKNOWN,
  run: previewBackFill,
});

export const campaignProgressStreamOperation = defineOperation({
  id: "campaigns.progressStream",
  area: AREA,
  method: "get",
  path: "/campaigns/{campaign_id}/progress/stream",
  summary: "The progress as server-sent events, at most one a second, until the campaign is over",
  permission: "viewer",
  sandbox: "read",
  params: campaignParams,
  success: {
    status: 200,
    description: "Events whose data is the progress; after the last one of a campaign that is over comes `end`",
    contentTypes: ["text/event-stream"],
  },
  ended: "Last-Event-ID is that of `end`, and the campaign is over: nothing follows",
  connectionsOf: "streams",
  errors: UNKNOWN,
  run: streamProgress,
});

export const campaignActivityOperation = defineOperation({
  id: "campaigns.activity",
  area: AREA,
  method: "get",
  path: "/campaigns/{campaign_id}/activity",
  summary: "Calls that ended in each of the last minutes, by outcome",
  permission: "viewer",
  sandbox: "read",
  params: campaignParams,
  query: activityQuery,
  success: { status: 200, description: "One entry for each minute", body: activityAnswer },
  errors: UNKNOWN,
  run: readActivity,
});

export const campaignSummaryOperation = defineOperation({
  id: "campaigns.summary",
  area: AREA,
  method: "get",
  path: "/campaigns/{campaign_id}/summary",
  summary: "Outcomes and cost so far",
  permission: "viewer",
  sandbox: "read",
  params: campaignParams,
  query: asOfQuery,
  success: { status: 200, description: "Counts of calls and contacts", body: summaryAnswer },
  errors: { ...UNKNOWN, 409: PAST_NOT_KEPT },
  run: summarizeCampaign,
});

export const campaignForecastOperation = defineOperation({
  id: "campaigns.forecast",
  area: AREA,
  method: "get",
  path: "/campaigns/{campaign_id}/forecast",
  summary: "Forecast what happens when a draft is started now: whom it calls, when, and for how much at most",
  permission: "viewer",
  sandbox: "read",
  params: campaignParams,
  success: { status: 200, description: "Estimates; they start nothing", body: forecastAnswer },
  errors: { ...UNKNOWN, 409: "It was started already, or the contacts of its file are not read yet" },
  run: forecastCampaign,
});

export const campaignRunsOperation = defineOperation({
  id: "campaigns.runs",
  area: AREA,
  method: "get",
  path: "/campaigns/{campaign_id}/runs",
  summary: "Every call the campaign placed",
  permission: "viewer",
  sandbox: "read",
  params: campaignParams,
  query: runsQuery,
  success: { status: 200, description: "A page of runs", body: runListAnswer },
  errors: {
    ...UNKNOWN,
    400: "The filters are not JSON of the documented form",
    403: "An attribute by which this list cannot be filtered",
  },
  share: "paging",
  run: listCampaignRuns,
});

export const campaignReportOperation = defineOperation({
  id: "campaigns.report",
  area: AREA,
  method: "get",
  path: "/campaigns/{campaign_id}/report",
  summary: "Download the report as CSV or XLSX: every call that ended, or every contact and why it was not reached",
  permission: "viewer",
  sandbox: "read",
  params: campaignParams,
  query: reportQuery,
  success: { status: 200, description: "The file", contentTypes: ["text/csv", XLSX_TYPE] },
  errors: UNKNOWN,
  share: "reporting",
  run: reportCampaign,
});

export const campaignContactsOperation = defineOperation({
  id: "campaigns.contacts",
  area: AREA,
  method: "get",
  path: "/campaigns/{campaign_id}/contacts",
  summary: "The contacts that the campaign took at its start, and where it has each of them",
  permission: "viewer",
  sandbox: "read",
  params: campaignParams,
  query: campaignContactsQuery,
  success: {
    status: 200,
    description: "A page of contacts, in the order of their numbers",
    body: campaignContactsAnswer,
  },
  errors: { ...UNKNOWN, 409: PAST_NOT_KEPT },
  share: "paging",
  run: listCampaignContacts,
});

export const contactOutlookOperation = defineOperation({
  id: "campaigns.contactOutlook",
  area: AREA,
  method: "get",
  path: "/campaigns/{campaign_id}/contacts/{contact_id}/outlook",
  summary: "Why a contact is not dialled at this moment, and when it may be",
  permission: "viewer",
  sandbox: "read",
  params: outlookParams,
  success: {
    status: 200,
    description: "The result of each rule of admission; nothing is reserved",
    body: contactOutlookAnswer,
  },
  errors: { 404: "No such campaign in the organization, or the campaign does not call this contact" },
  run: readOutlook,
});

export const listWhatIfsOperation = defineOperation({
  id: "campaigns.whatIfs",
  area: AREA,
  method: "get",
  path: "/campaigns/{campaign_id}/what-if",
  summary: "The newest 20 questions that were asked about what a campaign would have done",
  permission: "viewer",
  sandbox: "read",
  params: campaignParams,
  success: { status: 200, description: "The questions, newest first", body: whatIfListAnswer },
  errors: UNKNOWN,
  share: "listing",
  run: listWhatIfs,
});

export const getWhatIfOperation = defineOperation({
  id: "campaigns.getWhatIf",
  area: AREA,
  method: "get",
  path: "/campaigns/{campaign_id}/what-if/{what_if_id}",
  summary: "What a campaign would have done by other settings, beside what it did",
  permission: "viewer",
  sandbox: "read",
  params: whatIfParams,
  success: { status: 200, description: "The question, and its answer when there is one", body: whatIfAnswer },
  errors: { 404: "No such question in the campaign" },
  run: getWhatIf,
});

export const campaignReadingOperations = [
  calendarOperation,
  previewBackFillOperation,
  campaignProgressOperation,
  campaignProgressStreamOperation,
  campaignActivityOperation,
  campaignSummaryOperation,
  campaignForecastOperation,
  campaignRunsOperation,
  campaignReportOperation,
  campaignContactsOperation,
  contactOutlookOperation,
  listWhatIfsOperation,
  getWhatIfOperation,
];

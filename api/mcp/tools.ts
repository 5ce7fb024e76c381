import type { AnyTool } from "./tool.ts";
import { addDoNotCall } from "./tools/add-do-not-call.ts";
import { callOperation } from "./tools/call-operation.ts";
import { campaignOutlook } from "./tools/campaign-outlook.ts";
import { campaignProgress } from "./tools/campaign-progress.ts";
import { campaignReport } from "./tools/campaign-report.ts";
import { controlCampaign } from "./tools/control-campaign.ts";
import { describeOperation } from "./tools/describe-operation.ts";
import { draftCampaign } from "./tools/draft-campaign.ts";
import { findCalls } from "./tools/find-calls.ts";
import { findOperation } from "./tools/find-operation.ts";
import { importContacts } from "./tools/import-contacts.ts";
import { listInbox } from "./tools/list-inbox.ts";
import { makeAgent } from "./tools/make-agent.ts";
import { readCall } from "./tools/read-call.ts";
import { settleInbox } from "./tools/settle-inbox.ts";
import { startCampaign } from "./tools/start-campaign.ts";
import { tryAgent } from "./tools/try-agent.ts";
import { usage } from "./tools/usage.ts";

/** The journeys, in the order in which one takes them. Each costs every client words before its first question. */
export const journeyTools: readonly AnyTool[] = [
  makeAgent,
  tryAgent,
  importContacts,
  draftCampaign,
  campaignOutlook,
  startCampaign,
  campaignProgress,
  controlCampaign,
  campaignReport,
  findCalls,
  readCall,
  addDoNotCall,
  listInbox,
  settleInbox,
  usage,
];

/** The way to every other operation. */
export const operationTools: readonly AnyTool[] = [findOperation, describeOperation, callOperation];

export const tools: readonly AnyTool[] = [...journeyTools, ...operationTools];

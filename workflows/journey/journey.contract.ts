import { defineSignal } from "@temporalio/workflow";
import { campaignIdAttribute } from "../search-attributes.ts";
import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** The campaign whose journey it is; who waits for what is in rows. */
export interface JourneyInput {
  organizationId: number;
  campaignId: number;
}

/** Calls come first. */
const AFTER_CALLS = 4;

export const journeyContract = {
  type: "journey",
  taskQueue: WORKFLOW_QUEUE,
  // One run at a time; it ends when nobody waits, and is started again for the next step that is due.
  workflowIdReusePolicy: "ALLOW_DUPLICATE",
  priorityKey: AFTER_CALLS,
  workflowId: ({ organizationId, campaignId }: JourneyInput) => `org-${organizationId}/journey-${campaignId}`,
} as const;

export const journeyStartOptions = (campaign: JourneyInput) =>
  organizationStartOptions(journeyContract, campaign, {
    summary: `Journey of campaign ${campaign.campaignId}`,
    attributes: [{ key: campaignIdAttribute, value: campaign.campaignId }],
  });

/** A step is due sooner than was known. Operators may send it too. */
export const lookAtJourneySignal = defineSignal("look");

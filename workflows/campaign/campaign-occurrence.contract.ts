import { campaignIdAttribute } from "../search-attributes.ts";
import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";
import type { CampaignAddress } from "./campaign.contract.ts";

/** The input of one time of a recurring campaign; the schedule gives the same one each time. */
export interface CampaignOccurrenceInput extends CampaignAddress {
  /** Passed on when it continues as new: the campaign of this time. */
  childId?: number;
}

export const campaignOccurrenceContract = {
  type: "campaignOccurrence",
  taskQueue: WORKFLOW_QUEUE,
  // A schedule starts one for each time, under an id that ends with it.
  workflowIdReusePolicy: "ALLOW_DUPLICATE",
  workflowId: ({ organizationId, campaignId }: CampaignAddress) => `org-${organizationId}/campaign-${campaignId}/time`,
  /** The schedule of a recurring campaign. */
  scheduleId: ({ organizationId, campaignId }: CampaignAddress) =>
    `org-${organizationId}/campaign-${campaignId}/recurrence`,
} as const;

/** Returns the start options that the schedule of a recurring campaign has. */
export const campaignOccurrenceStartOptions = (address: CampaignAddress) => {
  const { organizationId, campaignId } = address;
  const { workflowIdReusePolicy: _, ...options } = organizationStartOptions(
    campaignOccurrenceContract,
    { organizationId, campaignId },
    {
      summary: `A time of the recurring campaign ${campaignId}`,
      attributes: [{ key: campaignIdAttribute, value: campaignId }],
    },
  );
  return options;
};

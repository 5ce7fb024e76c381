import { defineSignal } from "@temporalio/workflow";
import { campaignIdAttribute } from "../search-attributes.ts";
import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";
import { type CampaignAddress, campaignContract } from "./campaign.contract.ts";

/** The input of a shard, which holds a sliding window of calls; a campaign has as many as its concurrency needs. */
export interface CampaignShardInput extends CampaignAddress {
  epoch: number;
  shard: number;
  /** The number of calls that this shard may have in progress. */
  windowSize: number;
  /** UUIDs of runs in progress, passed on when it continues as new. */
  inFlight?: string[];
  retired?: boolean;
}

export const campaignShardContract = {
  type: "campaignShard",
  taskQueue: WORKFLOW_QUEUE,
  workflowIdReusePolicy: "REJECT_DUPLICATE",
  workflowId: (input: CampaignAddress & { epoch: number; shard: number }) =>
    `${campaignContract.workflowId(input)}/shard-${input.epoch}-${input.shard}`,
} as const;

/** Returns the start options of a shard. */
export const campaignShardStartOptions = (input: CampaignShardInput) => ({
  ...organizationStartOptions(campaignShardContract, input, {
    summary: `Shard ${input.shard} of campaign ${input.campaignId}: up to ${input.windowSize} calls`,
    attributes: [{ key: campaignIdAttribute, value: input.campaignId }],
  }),
  workflowTaskTimeout: "5 seconds" as const,
});

/** Run ids that have ended or released their contacts. Repeats are harmless. */
export const callSettledSignal = defineSignal<[readonly string[]]>("call-settled");
/** Sent by the campaign: claim no more and finish the calls in progress, because other shards have taken over. */
export const retireSignal = defineSignal("retire");

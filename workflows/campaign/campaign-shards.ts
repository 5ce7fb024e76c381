import { getExternalWorkflowHandle, ParentClosePolicy, startChild } from "@temporalio/workflow";
import { splitIntoShards } from "../../domain/campaign/concurrency.rules.ts";
import { campaignShardContract, campaignShardStartOptions, retireSignal } from "./campaign-shard.contract.ts";
import { type Campaign, readAddress } from "./campaign-state.ts";

/** Starts as many shards as `maxConcurrency` calls need. */
export const startShards = async (campaign: Campaign, maxConcurrency: number): Promise<void> => {
  const epoch = (campaign.shardEpoch += 1);
  const inputs = splitIntoShards(maxConcurrency).map((windowSize, shard) => ({
    ...readAddress(campaign),
    epoch,
    shard,
    windowSize,
  }));
  campaign.liveShards = inputs.map((input) => campaignShardContract.workflowId(input));
  await Promise.all(
    inputs.map(async (input) => {
      const shard = await startChild(campaignShardContract.type, {
        ...campaignShardStartOptions(input),
        parentClosePolicy: ParentClosePolicy.ABANDON,
      });
      // A terminated shard reports no more: its work is started again.
      shard.result().catch(() => {
        campaign.liveShards = campaign.liveShards.filter((id) => id !== shard.workflowId);
      });
    }),
  );
};

/**
 * Retires the shards: after a pause the campaign may have other settings, so new shards take over and the old ones
 * finish their calls.
 */
export const retireShards = async (campaign: Campaign): Promise<void> => {
  const retired = campaign.liveShards;
  campaign.liveShards = [];
  const retire = (id: string) =>
    getExternalWorkflowHandle(id)
      .signal(retireSignal)
      .catch(() => undefined);
  await Promise.all(retired.map(retire));
};

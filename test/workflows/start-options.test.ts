import { describe, expect, test } from "@jest/globals";
import { callRunStartOptions } from "../../workflows/call-run/call-run.contract.ts";
import { campaignStartOptions } from "../../workflows/campaign/campaign.contract.ts";
import { campaignShardStartOptions } from "../../workflows/campaign/campaign-shard.contract.ts";

const CAMPAIGN = {
  organization_id: 7,
  id: 3,
  name: "Spring",
  agent_id: 5,
  state: "draft",
  environment: "live",
} as const;

describe("the order in which the workers take tasks", () => {
  test("puts a campaign, whose commands people wait for, before its own shards and calls", () => {
    const call = { organization_id: 7, uuid: "u", name: "Call", agent_id: 5, campaign_id: 3, environment: "live" };
    const shard = { organizationId: 7, campaignId: 3, epoch: 1, shard: 0, windowSize: 10 };

    expect(campaignStartOptions(CAMPAIGN).priority).toEqual({ priorityKey: 1, fairnessKey: "org-7" });
    expect(campaignShardStartOptions(shard).priority).toEqual({ priorityKey: 3, fairnessKey: "org-7" });
    expect(callRunStartOptions(call, { shardId: "s" }).priority).toEqual({ priorityKey: 3, fairnessKey: "org-7" });
  });
});

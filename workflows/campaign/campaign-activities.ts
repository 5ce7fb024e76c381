import { proxyActivities } from "@temporalio/workflow";
import { COMMAND_REFUSED } from "./campaign.contract.ts";
import type { CampaignActivities } from "./campaign.ports.ts";

/** The activities of a campaign except the shards' claims; a lost worker is noticed within seconds. */
export const { readCampaign, applyCommand, takeSnapshot, assess, redial, logDecision } =
  proxyActivities<CampaignActivities>({
    startToCloseTimeout: "10 minutes",
    heartbeatTimeout: "5 seconds",
    retry: {
      initialInterval: "500 milliseconds",
      maximumInterval: "10 seconds",
      nonRetryableErrorTypes: [COMMAND_REFUSED],
    },
  });

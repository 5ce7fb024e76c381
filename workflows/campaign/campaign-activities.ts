import { proxyActivities } from "@temporalio/workflow";
import { COMMAND_REFUSED } from "./campaign.contract.ts";
import type { CampaignActivities } from "./campaign.ports.ts";

/** What every step of a campaign but the shards' claims asks for; a lost worker is noticed within seconds. */
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

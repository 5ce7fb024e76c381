import type { ActivityOptions } from "@temporalio/common";
import { proxyActivities } from "@temporalio/workflow";
import { USUAL_PRIORITY } from "../start-options.ts";
import { COMMAND_REFUSED } from "./campaign.contract.ts";
import type { CampaignActivities } from "./campaign.ports.ts";

/** Missing heartbeats reveal a lost worker within seconds. */
const OPTIONS: ActivityOptions = {
  startToCloseTimeout: "10 minutes",
  heartbeatTimeout: "5 seconds",
  retry: {
    initialInterval: "500 milliseconds",
    maximumInterval: "10 seconds",
    nonRetryableErrorTypes: [COMMAND_REFUSED],
  },
};

/** A person waits for these activities; they have the campaign's own priority. */
export const { readCampaign, applyCommand, redial, logDecision } = proxyActivities<CampaignActivities>(OPTIONS);

/** Nobody waits for these activities: they take their turn among the calls of all organizations. */
export const { takeSnapshot, assess } = proxyActivities<CampaignActivities>({
  ...OPTIONS,
  priority: { priorityKey: USUAL_PRIORITY },
});

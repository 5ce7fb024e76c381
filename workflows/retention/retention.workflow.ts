import { continueAsNew, proxyActivities, setCurrentDetails } from "@temporalio/workflow";
import type { RetentionResult } from "./retention.contract.ts";
import type { RetentionActivities } from "./retention.ports.ts";

const { removeExpired } = proxyActivities<RetentionActivities>({
  startToCloseTimeout: "10 minutes",
  heartbeatTimeout: "30 seconds",
  retry: { initialInterval: "1 second", maximumInterval: "5 minutes" },
});

const PAGES_OF_ONE_HISTORY = 100;

/** Removes recordings, transcripts and words of calls that are past their organization's retention period. */
export const retention = async (removedBefore = 0): Promise<RetentionResult> => {
  let removed = removedBefore;
  for (let page = 0; page < PAGES_OF_ONE_HISTORY; page += 1) {
    const { removed: now, more } = await removeExpired();
    removed += now;
    setCurrentDetails(`**${removed}** removed${more ? ", going on" : ""}`);
    if (!more) return { removed };
  }
  return continueAsNew<typeof retention>(removed);
};

import { ApplicationFailure } from "@temporalio/common";
import {
  CancellationScope,
  condition,
  continueAsNew,
  proxyActivities,
  setCurrentDetails,
  workflowInfo,
} from "@temporalio/workflow";
import { shouldContinueAsNew } from "../history-length.ts";
import { scheduledStartAttribute } from "../search-attributes.ts";
import type { CampaignOccurrenceInput } from "./campaign-occurrence.contract.ts";
import type { CampaignOccurrenceActivities } from "./campaign-occurrence.ports.ts";

const { makeOccurrence, isOccurrenceOver, stopOccurrence } = proxyActivities<CampaignOccurrenceActivities>({
  startToCloseTimeout: "2 minutes",
  heartbeatTimeout: "5 seconds",
  retry: { initialInterval: "1 second", maximumInterval: "1 minute" },
});

/** A campaign takes minutes to hours; the next time waits at most this much longer for its end. */
const LOOK_EVERY = "15 seconds";

/**
 * Makes the campaign of one time and stays open until it has ended, so that the schedule knows whether the next time meets it. The
 * schedule cancels this workflow where the next time takes its place.
 */
export const campaignOccurrence = (input: CampaignOccurrenceInput): Promise<number | null> =>
  CancellationScope.nonCancellable(() => runOccurrence(input));

const runOccurrence = async (input: CampaignOccurrenceInput): Promise<number | null> => {
  let isStopped = false;
  // The scope around this one takes the request, which ends nothing by itself.
  void CancellationScope.current()
    .cancelRequested.catch(() => undefined)
    .then(() => {
      isStopped = true;
    });
  const { organizationId, campaignId } = input;
  const childId =
    input.childId ??
    (await makeOccurrence({ organizationId, campaignId, atMs: readScheduledStart(), seenAtMs: Date.now() })).childId;
  if (childId === null) return null;
  setCurrentDetails(`Campaign **${childId}** was made for this time of campaign ${campaignId}: command that.`);
  const child = { organizationId, campaignId, childId };
  while (!(await isOccurrenceOver(child))) {
    await condition(() => isStopped, LOOK_EVERY, { summary: `until campaign ${childId} has ended` });
    if (isStopped) {
      await stopOccurrence(child);
      return childId;
    }
    if (shouldContinueAsNew()) return continueAsNew<typeof campaignOccurrence>({ ...input, childId });
  }
  return childId;
};

/** Returns the time of the schedule that this is, which is not when it came to be started. */
const readScheduledStart = (): number => {
  const at = workflowInfo().typedSearchAttributes.get(scheduledStartAttribute);
  if (at === undefined) throw ApplicationFailure.nonRetryable("It was started by hand: trigger the schedule instead");
  return at.getTime();
};

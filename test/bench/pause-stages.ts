import type { Client } from "@temporalio/client";
import { tsToMs } from "@temporalio/common/lib/time.js";
import { type CampaignAddress, campaignContract } from "../../workflows/campaign/campaign.contract.ts";
import { median } from "./median.ts";

interface AskedPause {
  askedAtMs: number;
  answeredAtMs: number;
}

export interface PauseStage {
  name: string;
  /** From the question on; of the pauses whose history has this stage. */
  medianMs: number;
  longestMs: number;
}

/** Returns when each pause had come how far, from the histories of the campaign's workflow. */
export const readPauseStages = async (
  temporal: Client,
  address: CampaignAddress,
  pauses: readonly AskedPause[],
): Promise<PauseStage[]> => {
  const events = await readEvents(temporal, campaignContract.workflowId(address));
  const times = new Map<string, number[]>();
  for (const { askedAtMs, answeredAtMs } of pauses) {
    const during = events.filter((event) => atMs(event) >= askedAtMs && atMs(event) <= answeredAtMs);
    for (const [name, event] of Object.entries(stagesOf(during)))
      if (event) times.set(name, [...(times.get(name) ?? []), atMs(event) - askedAtMs]);
  }
  return [...times].map(([name, ms]) => ({ name, medianMs: median(ms), longestMs: Math.max(...ms) }));
};

type History = Awaited<ReturnType<ReturnType<Client["workflow"]["getHandle"]>["fetchHistory"]>>;
type HistoryEvent = NonNullable<History["events"]>[number];

const readEvents = async (temporal: Client, workflowId: string): Promise<HistoryEvent[]> => {
  const events: HistoryEvent[] = [];
  for await (const { runId } of temporal.workflow.list({ query: `WorkflowId='${workflowId}'` }))
    events.push(...((await temporal.workflow.getHandle(workflowId, runId).fetchHistory()).events ?? []));
  return events;
};

const atMs = ({ eventTime }: HistoryEvent): number => tsToMs(eventTime);

/** The campaign runs other activities beside the one that carries the command out. */
const COMMAND_ACTIVITY = "applyCommand";

const stagesOf = (events: readonly HistoryEvent[]): Record<string, HistoryEvent | undefined> => {
  const accepted = events.findIndex((event) => event.workflowExecutionUpdateAcceptedEventAttributes);
  const beforeIt = events.slice(0, Math.max(accepted, 0));
  const scheduled = events.find(
    ({ activityTaskScheduledEventAttributes: activity }) => activity?.activityType?.name === COMMAND_ACTIVITY,
  );
  const isOfCommand = (activity?: { scheduledEventId?: unknown } | null): boolean =>
    activity ? String(activity.scheduledEventId) === String(scheduled?.eventId) : false;
  return {
    "its workflow task is scheduled": beforeIt.findLast((event) => event.workflowTaskScheduledEventAttributes),
    "a worker has the task": beforeIt.findLast((event) => event.workflowTaskStartedEventAttributes),
    "the workflow has accepted it": events[accepted],
    "a worker has the activity": events.find((event) => isOfCommand(event.activityTaskStartedEventAttributes)),
    "the activity is done": events.find((event) => isOfCommand(event.activityTaskCompletedEventAttributes)),
    "the workflow has completed it": events.find((event) => event.workflowExecutionUpdateCompletedEventAttributes),
  };
};

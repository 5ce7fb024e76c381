import { WORKFLOW_QUEUE } from "../task-queues.ts";

export interface RetentionResult {
  removed: number;
}

export const retentionContract = {
  type: "retention",
  taskQueue: WORKFLOW_QUEUE,
  // A schedule starts one after another under ids of its own; two at once would only repeat the same work.
  workflowIdReusePolicy: "ALLOW_DUPLICATE",
  scheduleId: "retention",
  /** The workflow works for all organizations and belongs to none. */
  workflowId: () => "retention",
} as const;

/** Returns the start options for the schedule of retention. */
export const retentionStartOptions = () => ({
  workflowId: retentionContract.workflowId(),
  taskQueue: retentionContract.taskQueue,
  args: [] satisfies [],
  staticSummary: "Removes data whose retention has ended",
});

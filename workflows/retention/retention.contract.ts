import { WORKFLOW_QUEUE } from "../task-queues.ts";

export interface RetentionResult {
  removed: number;
}

export const retentionContract = {
  type: "retention",
  taskQueue: WORKFLOW_QUEUE,
  // A schedule starts one after the other under ids of its own; two at once would only do the same twice.
  workflowIdReusePolicy: "ALLOW_DUPLICATE",
  scheduleId: "retention",
  /** The workflow works for all organizations and belongs to none. */
  workflowId: () => "retention",
} as const;

/** How retention is started: by its schedule. */
export const retentionStartOptions = () => ({
  workflowId: retentionContract.workflowId(),
  taskQueue: retentionContract.taskQueue,
  args: [] satisfies [],
  staticSummary: "Removes what organizations keep no longer",
});

import { defineSignal } from "@temporalio/workflow";
import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** One thread of messages; what is said in it is in its rows. */
export interface ThreadInput {
  organizationId: number;
  threadId: number;
}

export const threadContract = {
  type: "thread",
  taskQueue: WORKFLOW_QUEUE,
  // It ends when everything is replied to, and begins again with the next message.
  workflowIdReusePolicy: "ALLOW_DUPLICATE",
  workflowIdConflictPolicy: "USE_EXISTING",
  workflowId: ({ organizationId, threadId }: ThreadInput) => `org-${organizationId}/thread-${threadId}`,
} as const;

/** What the start needs of its row. */
export interface ThreadToStart {
  organization_id: number;
  id: number;
}

export const threadStartOptions = (row: ThreadToStart) => ({
  ...organizationStartOptions(
    threadContract,
    { organizationId: row.organization_id, threadId: row.id },
    { summary: "Agents reply to the messages of a thread" },
  ),
  workflowIdConflictPolicy: threadContract.workflowIdConflictPolicy,
});

/** There is a message that is to be replied to. What it says is not told this way. */
export const messagePostedSignal = defineSignal("messagePosted");

import { defineSignal } from "@temporalio/workflow";
import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** The input of one thread of messages, which are rows. */
export interface ThreadInput {
  organizationId: number;
  threadId: number;
}

export const threadContract = {
  type: "thread",
  taskQueue: WORKFLOW_QUEUE,
  // It ends when everything is replied to, and starts again with the next message.
  workflowIdReusePolicy: "ALLOW_DUPLICATE",
  workflowIdConflictPolicy: "USE_EXISTING",
  workflowId: ({ organizationId, threadId }: ThreadInput) => `org-${organizationId}/thread-${threadId}`,
} as const;

/** The columns of a thread's row that the start needs. */
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

/** There is a message to reply to. The signal does not carry its text. */
export const messagePostedSignal = defineSignal("messagePosted");

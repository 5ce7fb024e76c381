import { defineSignal } from "@temporalio/workflow";
import type { RequestKind } from "../../domain/request/request.rules.ts";
import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** The input of one request to people; question, deadline and answer are in its row. */
export interface RequestInput {
  organizationId: number;
  requestId: number;
}

export const requestContract = {
  type: "request",
  taskQueue: WORKFLOW_QUEUE,
  // An ended workflow is started again when its action is undone, or by the sweep: its row says what is left to do.
  workflowIdReusePolicy: "ALLOW_DUPLICATE",
  workflowIdConflictPolicy: "USE_EXISTING",
  workflowId: ({ organizationId, requestId }: RequestInput) => `org-${organizationId}/request-${requestId}`,
} as const;

/** The columns of a request's row that the start needs. */
export interface RequestToStart {
  organization_id: number;
  id: number;
  kind: RequestKind;
}

const SUMMARIES: Record<RequestKind, string> = {
  question: "A question to people",
  action: "An action that somebody has to confirm",
  edit: "A change of an agent that somebody has to publish",
  secret: "A key that somebody has to provide",
};

export const requestStartOptions = (row: RequestToStart) => ({
  ...organizationStartOptions(
    requestContract,
    { organizationId: row.organization_id, requestId: row.id },
    { summary: SUMMARIES[row.kind] },
  ),
  workflowIdConflictPolicy: requestContract.workflowIdConflictPolicy,
});

/** The row has changed: somebody has answered, or wants an action undone. The signal does not carry the content. */
export const lookAtRequestSignal = defineSignal("look");
/** Sent to the workflow that waits for a request (`waitingWorkflowId`): its row says that it is settled. */
export const requestSettledSignal = defineSignal<[{ requestId: number }]>("requestSettled");

import { defineSignal } from "@temporalio/workflow";
import type { RequestKind } from "../../domain/request/request.rules.ts";
import { agentIdAttribute } from "../search-attributes.ts";
import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** One request to people: what is asked, until when, and what was answered is in its row. */
export interface RequestInput {
  organizationId: number;
  requestId: number;
}

export const requestContract = {
  type: "request",
  taskQueue: WORKFLOW_QUEUE,
  // One that has ended is taken up again when its action is undone, or by the sweep: its row says what is left to do.
  workflowIdReusePolicy: "ALLOW_DUPLICATE",
  workflowIdConflictPolicy: "USE_EXISTING",
  workflowId: ({ organizationId, requestId }: RequestInput) => `org-${organizationId}/request-${requestId}`,
} as const;

/** What the start needs of its row. */
export interface RequestToStart {
  organization_id: number;
  id: number;
  kind: RequestKind;
  agent_id: number | null;
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
    {
      summary: SUMMARIES[row.kind],
      attributes: row.agent_id === null ? [] : [{ key: agentIdAttribute, value: row.agent_id }],
    },
  ),
  workflowIdConflictPolicy: requestContract.workflowIdConflictPolicy,
});

/** The row has changed: somebody has answered, or wants an action undone. What it says is not told this way. */
export const lookAtRequestSignal = defineSignal("look");
/** To the workflow that waits for a request (`waitingWorkflowId`): its row says that it is over. */
export const requestSettledSignal = defineSignal<[{ requestId: number }]>("requestSettled");

import { defineQuery, defineSignal } from "@temporalio/workflow";
import { agentIdAttribute, environmentAttribute } from "../search-attributes.ts";
import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** One conversation in text; its words are rows. */
export interface TextSessionInput {
  organizationId: number;
  runUuid: string;
  /** After so long without a message it ends. */
  inactivitySeconds: number;
}

export type TextSessionState = "open" | "ended";

export const textSessionContract = {
  type: "textSession",
  taskQueue: WORKFLOW_QUEUE,
  workflowIdReusePolicy: "REJECT_DUPLICATE",
  workflowId: ({ organizationId, runUuid }: { organizationId: number; runUuid: string }) =>
    `org-${organizationId}/text-${runUuid}`,
} as const;

/** What the start of a session needs of its row. */
export interface TextSessionToStart {
  organization_id: number;
  uuid: string;
  name: string;
  agent_id: number;
  environment: string;
}

/** How a session's workflow is started; `again`: its id was used, and the workflow is lost. */
export const textSessionStartOptions = (
  run: TextSessionToStart,
  { inactivitySeconds, again = false }: { inactivitySeconds: number; again?: boolean },
) => {
  const input: TextSessionInput = { organizationId: run.organization_id, runUuid: run.uuid, inactivitySeconds };
  return {
    ...organizationStartOptions(textSessionContract, input, {
      summary: run.name,
      attributes: [
        { key: agentIdAttribute, value: run.agent_id },
        { key: environmentAttribute, value: run.environment },
      ],
    }),
    ...(again && { workflowIdReusePolicy: "ALLOW_DUPLICATE" as const }),
  };
};

/** From the API when the conversation has ended; from the Temporal UI, to end it. */
export const endSessionSignal = defineSignal("end");

export const sessionStateQuery = defineQuery<TextSessionState>("state");

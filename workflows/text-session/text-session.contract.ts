import { describeSession, type SessionAddress, type SessionToStart } from "../session.contract.ts";
import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** The input of one conversation in text; its words are rows. */
export interface TextSessionInput extends SessionAddress {
  /** The session ends after this long without a message. */
  inactivitySeconds: number;
}

export const textSessionContract = {
  type: "textSession",
  taskQueue: WORKFLOW_QUEUE,
  workflowIdReusePolicy: "REJECT_DUPLICATE",
  workflowId: ({ organizationId, runUuid }: SessionAddress) => `org-${organizationId}/text-${runUuid}`,
} as const;

/** Returns the start options of a session's workflow; `again`: its id was used, and the workflow is lost. */
export const textSessionStartOptions = (
  run: SessionToStart,
  { inactivitySeconds, again = false }: { inactivitySeconds: number; again?: boolean },
) => {
  const input: TextSessionInput = { organizationId: run.organization_id, runUuid: run.uuid, inactivitySeconds };
  return {
    ...organizationStartOptions(textSessionContract, input, describeSession(run)),
    ...(again && { workflowIdReusePolicy: "ALLOW_DUPLICATE" as const }),
  };
};

import { describeSession, type SessionAddress, type SessionToStart } from "../session.contract.ts";
import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** The contract of one web call; its words are rows, and pass between the page and the API. */
export const webCallContract = {
  type: "webCall",
  taskQueue: WORKFLOW_QUEUE,
  workflowIdReusePolicy: "REJECT_DUPLICATE",
  workflowId: ({ organizationId, runUuid }: SessionAddress) => `org-${organizationId}/web-${runUuid}`,
} as const;

export interface WebCallInput extends SessionAddress {
  /** A media process speaks and listens; absent: the page does so itself. */
  carriesAudio?: true;
}

/** Returns the start options of a web call's workflow; `again`: its id was used, and the workflow is lost. */
export const webCallStartOptions = (run: SessionToStart & { carries_audio: boolean }, { again = false } = {}) => {
  const input: WebCallInput = {
    organizationId: run.organization_id,
    runUuid: run.uuid,
    ...(run.carries_audio && { carriesAudio: true }),
  };
  return {
    ...organizationStartOptions(webCallContract, input, describeSession(run)),
    ...(again && { workflowIdReusePolicy: "ALLOW_DUPLICATE" as const }),
  };
};

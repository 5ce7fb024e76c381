import { seenOfSession, type SessionAddress, type SessionToStart } from "../session.contract.ts";
import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** One conversation in the browser; its words are rows, and pass between the page and the API. */
export const webCallContract = {
  type: "webCall",
  taskQueue: WORKFLOW_QUEUE,
  workflowIdReusePolicy: "REJECT_DUPLICATE",
  workflowId: ({ organizationId, runUuid }: SessionAddress) => `org-${organizationId}/web-${runUuid}`,
} as const;

/** How a web call's workflow is started; `again`: its id was used, and the workflow is lost. */
export const webCallStartOptions = (run: SessionToStart, { again = false } = {}) => {
  const input: SessionAddress = { organizationId: run.organization_id, runUuid: run.uuid };
  return {
    ...organizationStartOptions(webCallContract, input, seenOfSession(run)),
    ...(again && { workflowIdReusePolicy: "ALLOW_DUPLICATE" as const }),
  };
};

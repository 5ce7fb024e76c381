import { defineSignal } from "@temporalio/workflow";
import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** The mails about requests of one organization; what is to be told to whom is in rows. */
export interface RequestDigestInput {
  organizationId: number;
}

export const requestDigestContract = {
  type: "requestDigest",
  taskQueue: WORKFLOW_QUEUE,
  // It ends when no mail waits, and is started again for the next request.
  workflowIdReusePolicy: "ALLOW_DUPLICATE",
  workflowId: ({ organizationId }: RequestDigestInput) => `org-${organizationId}/request-digest`,
} as const;

export const requestDigestStartOptions = (input: RequestDigestInput) =>
  organizationStartOptions(requestDigestContract, input, { summary: "Mail about requests to people" });

/** There is more to tell; it is told with the next mail that may be sent. */
export const moreToTellSignal = defineSignal("more-to-tell");

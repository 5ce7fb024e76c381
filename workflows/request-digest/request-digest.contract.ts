import { defineSignal } from "@temporalio/workflow";
import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** The input of an organization's mails about requests; rows hold recipients and contents. */
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

/** There is another mail, which is sent as soon as the recipient's interval allows. */
export const moreToTellSignal = defineSignal("more-to-tell");

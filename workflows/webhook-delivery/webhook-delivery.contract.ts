import { defineSignal } from "@temporalio/workflow";
import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** One endpoint of an organization; what is to be delivered to it is in rows. */
export interface WebhookDeliveryInput {
  organizationId: number;
  endpointId: number;
}

export const webhookDeliveryContract = {
  type: "webhookDelivery",
  taskQueue: WORKFLOW_QUEUE,
  // One at a time keeps the order; it ends when nothing is left, and is started again for the next event.
  workflowIdReusePolicy: "ALLOW_DUPLICATE",
  workflowId: ({ organizationId, endpointId }: WebhookDeliveryInput) => `org-${organizationId}/webhook-${endpointId}`,
} as const;

/** How the workflow of an endpoint is started. */
export const webhookDeliveryStartOptions = (endpoint: WebhookDeliveryInput) =>
  organizationStartOptions(webhookDeliveryContract, endpoint, { summary: `Webhook ${endpoint.endpointId}` });

/** Ends the wait for the next try. From the API after a resend, and for operators. */
export const deliverNowSignal = defineSignal("deliver-now");

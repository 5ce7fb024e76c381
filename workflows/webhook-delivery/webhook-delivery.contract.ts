import { defineSignal } from "@temporalio/workflow";
import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** The input for one endpoint of an organization; its deliveries are rows. */
export interface WebhookDeliveryInput {
  organizationId: number;
  endpointId: number;
}

export const webhookDeliveryContract = {
  type: "webhookDelivery",
  taskQueue: WORKFLOW_QUEUE,
  // One run at a time keeps the order; it ends when nothing is left, and is started again for the next event.
  workflowIdReusePolicy: "ALLOW_DUPLICATE",
  workflowId: ({ organizationId, endpointId }: WebhookDeliveryInput) => `org-${organizationId}/webhook-${endpointId}`,
} as const;

/** Returns the start options of an endpoint's workflow. */
export const webhookDeliveryStartOptions = (endpoint: WebhookDeliveryInput) =>
  organizationStartOptions(webhookDeliveryContract, endpoint, { summary: `Webhook ${endpoint.endpointId}` });

/** Ends the wait for the next try. The API sends it after a resend; operators may send it too. */
export const deliverNowSignal = defineSignal("deliver-now");

import { WorkflowExecutionAlreadyStartedError } from "@temporalio/common";
import type { EndpointAddress } from "../../infra/postgres/webhook/webhook.repository.ts";
import {
  deliverNowSignal,
  webhookDeliveryContract,
  webhookDeliveryStartOptions,
} from "../../workflows/webhook-delivery/webhook-delivery.contract.ts";
import type { ApiDependencies } from "../http/operation-context.ts";

const WITHIN_MS = 3000;

/** Starts the workflow; returns false when it runs. */
export const startDelivery = async ({ temporal }: ApiDependencies, address: EndpointAddress): Promise<boolean> => {
  try {
    await temporal.withDeadline(Date.now() + WITHIN_MS, () =>
      temporal.workflow.start(webhookDeliveryContract.type, webhookDeliveryStartOptions(address)),
    );
    return true;
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
    throw error;
  }
};

/**
 * Starts the workflow, or ends its wait. When Temporal is not reachable, `startWaitingDeliveries` sends the event a
 * moment later.
 */
export const deliverNow = async ({ temporal, logger }: ApiDependencies, address: EndpointAddress): Promise<void> => {
  try {
    await temporal.withDeadline(Date.now() + WITHIN_MS, () =>
      temporal.workflow.signalWithStart(webhookDeliveryContract.type, {
        ...webhookDeliveryStartOptions(address),
        signal: deliverNowSignal,
        signalArgs: [],
      }),
    );
  } catch (err) {
    logger.warn({ err, webhook_id: address.endpointId }, "a delivery could not be hurried");
  }
};

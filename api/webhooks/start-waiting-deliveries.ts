import { listOverdueEndpoints, listWaitingEndpoints } from "../../infra/postgres/webhook/webhook.repository.ts";
import { webhookDeliveryContract } from "../../workflows/webhook-delivery/webhook-delivery.contract.ts";
import { isOpen } from "../../infra/temporal/is-open.ts";
import type { ApiDependencies } from "../http/operation-context.ts";
import { startDelivery } from "./start-delivery.ts";

const LOOK_EVERY_MS = 1000;
const OVERDUE_SECONDS = 120;

/**
 * Starts a workflow for each endpoint that has something to be told and nobody who tells it. The rows alone say so: they
 * are written with the change itself, so what a crash leaves between a row and its workflow is found by the next look of
 * any API process. Gives how many.
 */
export const startWaitingDeliveries = async (dependencies: ApiDependencies): Promise<number> => {
  let started = 0;
  for (const address of await listWaitingEndpoints(dependencies.database)) {
    if (await startDelivery(dependencies, address)) started += 1;
  }
  return started;
};

/** Starts a workflow again for each endpoint whose own was ended by hand or is lost with the server's data. */
export const restartLostDeliveries = async (
  dependencies: ApiDependencies,
  { overdueSeconds = OVERDUE_SECONDS } = {},
): Promise<number> => {
  let restarted = 0;
  for (const address of await listOverdueEndpoints(dependencies.database, overdueSeconds)) {
    if (await isOpen(dependencies.temporal, webhookDeliveryContract.workflowId(address))) continue;
    if (await startDelivery(dependencies, address)) restarted += 1;
  }
  return restarted;
};

/** Looks every second until the function it gives is called. A fault is logged once until the next look that works. */
export const startLookingForDeliveries = (dependencies: ApiDependencies): (() => void) => {
  let isLooking = false;
  let isFailing = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      await startWaitingDeliveries(dependencies);
      isFailing = false;
    } catch (err) {
      if (!isFailing) dependencies.logger.warn({ err }, "webhooks wait: it is looked for them again every second");
      isFailing = true;
    }
    isLooking = false;
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
};

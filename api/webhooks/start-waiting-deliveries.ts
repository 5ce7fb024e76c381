import { listWaitingEndpoints } from "../../infra/postgres/webhook/webhook.repository.ts";
import type { ApiDependencies } from "../http/operation-context.ts";
import { repeat } from "../repeat.ts";
import { startDelivery } from "./start-delivery.ts";

const LOOK_EVERY_MS = 1000;

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

/**
 * Looks every second until the function it gives is called. In each API process, not in the maintenance workflow: receivers
 * expect an event at once, and a workflow that looks every second would write three hundred thousand events a day.
 */
export const startLookingForDeliveries = (dependencies: ApiDependencies): (() => void) =>
  repeat(() => startWaitingDeliveries(dependencies), {
    everyMs: LOOK_EVERY_MS,
    logger: dependencies.logger,
    whenItFails: "webhooks wait: it is looked for them again every second",
  });

import { listWaitingEndpoints } from "../../infra/postgres/webhook/webhook.repository.ts";
import type { ApiDependencies } from "../http/operation-context.ts";
import { repeatWork } from "../repeat-work.ts";
import { startDelivery } from "./start-delivery.ts";

const LOOK_EVERY_MS = 1000;

/**
 * Starts a workflow for each endpoint with waiting events and no deliverer. The rows alone decide: they are written
 * with the change itself, so the next search of any API process repairs what a crash leaves between a row and its
 * workflow. Returns how many.
 */
export const startWaitingDeliveries = async (dependencies: ApiDependencies): Promise<number> => {
  let started = 0;
  for (const address of await listWaitingEndpoints(dependencies.database)) {
    if (await startDelivery(dependencies, address)) started += 1;
  }
  return started;
};

/**
 * Searches every second until the returned function is called. It runs in each API process and not in the maintenance
 * workflow: receivers expect an event at once, and a workflow that searches every second would write three hundred
 * thousand events a day.
 */
export const startLookingForDeliveries = (dependencies: ApiDependencies): (() => void) =>
  repeatWork(() => startWaitingDeliveries(dependencies), {
    everyMs: LOOK_EVERY_MS,
    logger: dependencies.logger,
    whenItFails: "the search for waiting webhooks failed; it is repeated every second",
  });

import type { Client } from "@temporalio/client";

const TEMPORAL_ANSWERS_WITHIN_MS = 2000;

/** Sends the server a request that needs no permission; rejects when it does not answer in time. */
export const askTemporal = (client: Client): Promise<unknown> =>
  client.withDeadline(Date.now() + TEMPORAL_ANSWERS_WITHIN_MS, () => client.workflowService.getSystemInfo({}));

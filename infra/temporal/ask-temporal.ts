import type { Client } from "@temporalio/client";

const ANSWER_WITHIN_MS = 2000;

/** Sends the server a request that needs no permission; rejects when it does not answer in time. */
export const askTemporal = (client: Client): Promise<unknown> =>
  client.withDeadline(Date.now() + ANSWER_WITHIN_MS, () => client.workflowService.getSystemInfo({}));

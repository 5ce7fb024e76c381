import { hostname } from "node:os";
import type { Client } from "@temporalio/client";
import { readConfig } from "../infra/config/config.ts";
import { connectTemporalClient } from "../infra/temporal/connect-temporal.ts";
import { WORKFLOW_QUEUE } from "../workflows/task-queues.ts";

/** TaskQueueType of Temporal's API. */
const WORKFLOW_TASKS = 1;
/** A poll is answered after a minute at the latest, then comes the next one. */
const LATEST_POLL_MS = 120_000;
const ANSWER_WITHIN_MS = 5_000;

/** Whether a worker on `host` asks Temporal for work: it lives, is connected, and has not stopped polling. */
export const isPolling = async ({ client, host }: { client: Client; host: string }): Promise<boolean> => {
  const { pollers } = await client.withDeadline(Date.now() + ANSWER_WITHIN_MS, () =>
    client.workflowService.describeTaskQueue({
      namespace: client.options.namespace,
      taskQueue: { name: WORKFLOW_QUEUE },
      taskQueueType: WORKFLOW_TASKS,
    }),
  );
  return (pollers ?? []).some(({ identity, lastAccessTime }) => {
    const polledAtMs = Number(lastAccessTime?.seconds ?? 0) * 1000;
    return identity?.endsWith(`@${host}`) && Date.now() - polledAtMs < LATEST_POLL_MS;
  });
};

if (import.meta.main) {
  const client = await connectTemporalClient(readConfig(process.env));
  process.exit((await isPolling({ client, host: hostname() })) ? 0 : 1);
}

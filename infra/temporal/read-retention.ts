import type { Client } from "@temporalio/client";
import { optionalTsToMs } from "@temporalio/common/lib/time.js";

const ANSWER_WITHIN_MS = 1000;
/** Nobody waits for a change of the namespace. */
const ASK_AGAIN_AFTER_MS = 600_000;

const known = new WeakMap<Client, { atMs: number; retentionMs: Promise<number | null> }>();

/**
 * Returns for how long the server keeps a workflow that has ended, as the client's namespace is set; null: it does not
 * say, or not in time.
 */
export const readRetentionMs = (client: Client): Promise<number | null> => {
  const before = known.get(client);
  if (before && Date.now() - before.atMs < ASK_AGAIN_AFTER_MS) return before.retentionMs;
  const retentionMs = askForRetention(client).catch(() => null);
  known.set(client, { atMs: Date.now(), retentionMs });
  return retentionMs;
};

const askForRetention = async (client: Client): Promise<number | null> => {
  const { namespace } = client.options;
  const { config } = await client.withDeadline(Date.now() + ANSWER_WITHIN_MS, () =>
    client.workflowService.describeNamespace({ namespace }),
  );
  return optionalTsToMs(config?.workflowExecutionRetentionTtl) ?? null;
};

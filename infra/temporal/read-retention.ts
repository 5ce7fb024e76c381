import type { Client } from "@temporalio/client";
import { optionalTsToMs } from "@temporalio/common/lib/time.js";

const ANSWER_WITHIN_MS = 1000;
/** A change of the namespace is noticed this late, because nobody waits for it. */
const ASK_AGAIN_AFTER_MS = 600_000;
/** A server that did not answer is asked again after this time, because each request waits for it. */
const TRY_AGAIN_AFTER_MS = 10_000;

interface Known {
  askAgainAtMs: number;
  retentionMs: Promise<number | null>;
}

const known = new WeakMap<Client, Known>();

/**
 * Returns for how long the server keeps a workflow that has ended, as the client's namespace is set; null: it does not
 * say, or not in time.
 */
export const readRetentionMs = (client: Client): Promise<number | null> => {
  const before = known.get(client);
  if (before && Date.now() < before.askAgainAtMs) return before.retentionMs;
  const asked: Known = {
    askAgainAtMs: Date.now() + ASK_AGAIN_AFTER_MS,
    retentionMs: askForRetention(client).catch(() => {
      asked.askAgainAtMs = Date.now() + TRY_AGAIN_AFTER_MS;
      return null;
    }),
  };
  known.set(client, asked);
  return asked.retentionMs;
};

const askForRetention = async (client: Client): Promise<number | null> => {
  const { namespace } = client.options;
  const { config } = await client.withDeadline(Date.now() + ANSWER_WITHIN_MS, () =>
    client.workflowService.describeNamespace({ namespace }),
  );
  return optionalTsToMs(config?.workflowExecutionRetentionTtl) ?? null;
};

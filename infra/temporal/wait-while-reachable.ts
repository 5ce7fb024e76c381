import { type Client, ServiceError } from "@temporalio/client";

/** A reachable server answers this at once, whatever its workflows do. */
const ASKED_EVERY_MS = 1500;
const ANSWER_WITHIN_MS = 3000;

/**
 * Waits for an answer of a workflow while the server itself answers: a workflow may take its time, but the loss of the
 * server is reported within five seconds. Then it rejects with a `ServiceError`; the requested change may still happen.
 */
export const waitWhileReachable = async <T>(
  client: Client,
  ask: () => Promise<T>,
  { everyMs = ASKED_EVERY_MS, withinMs = ANSWER_WITHIN_MS } = {},
): Promise<T> => {
  const settled = new AbortController();
  const given = new AbortController();
  const lost = untilLost(client, { everyMs, withinMs, settled: settled.signal }).then((cause) => {
    given.abort();
    throw new ServiceError("Temporal does not answer", { cause });
  });
  try {
    return await Promise.race([client.withAbortSignal(given.signal, ask), lost]);
  } finally {
    settled.abort();
  }
};

/** Resolves, with the reason, when the server does not answer; never once `settled`. */
const untilLost = (
  client: Client,
  { everyMs, withinMs, settled }: { everyMs: number; withinMs: number; settled: AbortSignal },
): Promise<Error> =>
  new Promise((resolve) => {
    let timer: NodeJS.Timeout;
    const askLater = () => {
      if (!settled.aborted) timer = setTimeout(ask, everyMs);
    };
    const ask = () =>
      void client
        .withDeadline(Date.now() + withinMs, () => client.workflowService.getSystemInfo({}))
        .then(askLater, resolve);
    settled.addEventListener("abort", () => clearTimeout(timer), { once: true });
    askLater();
  });

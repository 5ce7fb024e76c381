import { expect, it } from "@jest/globals";
import { readConfig } from "../../../infra/config/config.ts";
import { connectTemporalClient } from "../../../infra/temporal/connect-temporal.ts";

/** No server listens at this address: every request is retried. */
const nowhere = readConfig({ TEMPORAL_ADDRESS: "127.0.0.1:9" });

it("a connection closes under a request that is being tried again, and the request is not tried on it", async () => {
  const client = await connectTemporalClient(nowhere);
  const retries = watchRetries();
  const uncaught = Promise.withResolvers<unknown>();
  process.on("uncaughtException", uncaught.resolve);
  try {
    const asked = client.withDeadline(Date.now() + 60_000, () => client.workflowService.getSystemInfo({}));
    const settled = asked.then(
      () => "answered",
      () => "refused",
    );
    expect(await Promise.race([retries.oneIsDue, settled])).toBe("a retry is due");
    await client.connection.close();
    // A retry that throws leaves its request without an answer.
    expect(await Promise.race([settled, uncaught.promise])).toBe("refused");
  } finally {
    process.off("uncaughtException", uncaught.resolve);
    retries.unwatch();
  }
});

/** Sees the SDK set the timers of its retries, as on a busy machine: long after it has chosen their delay. */
const watchRetries = () => {
  const { setTimeout } = globalThis;
  const due = Promise.withResolvers<string>();
  const setLate = (...args: Parameters<typeof setTimeout>) => {
    if (args[0].name === "retry") {
      occupyThread(50);
      due.resolve("a retry is due");
    }
    return setTimeout(...args);
  };
  globalThis.setTimeout = Object.assign(setLate, { __promisify__: setTimeout.__promisify__ });
  return {
    oneIsDue: due.promise,
    unwatch: () => {
      globalThis.setTimeout = setTimeout;
    },
  };
};

const occupyThread = (durationMs: number): void => {
  const until = performance.now() + durationMs;
  while (performance.now() < until) continue;
};

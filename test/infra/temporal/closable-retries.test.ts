import { expect, it } from "@jest/globals";
import { readConfig } from "../../../infra/config/config.ts";
import { connectTemporalClient } from "../../../infra/temporal/connect-temporal.ts";

/** No server listens at this address: every request is retried. */
const nowhere = readConfig({ TEMPORAL_ADDRESS: "127.0.0.1:9" });

it("a connection closes under requests that are being tried again, and none of them is tried on it", async () => {
  const client = await connectTemporalClient(nowhere);
  const asked = client.withDeadline(Date.now() + 60_000, () => client.workflowService.getSystemInfo({}));
  const settled = asked.then(
    () => "answered",
    () => "refused",
  );
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);
  process.on("uncaughtException", note);
  try {
    // The first try has failed by the time that a second request has.
    await client.withDeadline(Date.now() + 300, () => client.workflowService.getSystemInfo({})).catch(() => {});
    await client.connection.close();
    expect(await settled).toBe("refused");
  } finally {
    process.off("uncaughtException", note);
  }
  expect(uncaught).toEqual([]);
});

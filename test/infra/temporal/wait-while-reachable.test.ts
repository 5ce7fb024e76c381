import { createServer, type Server } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { ServiceError } from "@temporalio/client";
import { readConfig } from "../../../infra/config/config.ts";
import { connectTemporalClient } from "../../../infra/temporal/connect-temporal.ts";
import { waitWhileReachable } from "../../../infra/temporal/wait-while-reachable.ts";
import { testEnvironment } from "../../harness/environment.ts";
import { PATIENCE_MS } from "../../harness/patience.ts";
import { waitUntil } from "../../harness/wait-until.ts";

/** Takes connections and never says a word. */
let silent: Server;

beforeAll(async () => {
  silent = createServer((socket) => void socket.unref())
    .listen(0, "127.0.0.1")
    .unref();
  await new Promise((resolve) => void silent.once("listening", resolve));
});
afterAll(() => void silent.close());

const silentAddress = () => {
  const address = silent.address();
  if (address === null || typeof address === "string") throw new Error("it does not listen");
  return `127.0.0.1:${address.port}`;
};

/** A client that counts how often the server was asked whether it is there. */
const clientOf = async (address: string) => {
  const client = await connectTemporalClient(readConfig({ TEMPORAL_ADDRESS: address }));
  return { client, close: () => client.connection.close() };
};
const never = () => new Promise<never>(() => {});

describe("a server that is away", () => {
  for (const [kind, address] of [
    ["refuses connections", () => "127.0.0.1:9"],
    ["is silent", silentAddress],
  ] as const) {
    it(`because it ${kind} is told of long before the request's own deadline`, async () => {
      const { client, close } = await clientOf(address());
      const startedAt = performance.now();
      const asked = client.withDeadline(Date.now() + 2 * PATIENCE_MS, () => waitWhileReachable(client, never));
      await expect(asked).rejects.toThrow(ServiceError);
      // After five seconds; later where the machine is busy.
      expect(performance.now() - startedAt).toBeLessThan(PATIENCE_MS);
      await close();
    });
  }
});

describe("a server that is there", () => {
  it("is waited for as long as its workflow takes, and asked no more when it has answered", async () => {
    const { client, close } = await clientOf(testEnvironment.temporalAddress());
    let asked = 0;
    const service = client.workflowService;
    const getSystemInfo = service.getSystemInfo.bind(service);
    Object.assign(service, {
      getSystemInfo: (request: object) => {
        asked += 1;
        return getSystemInfo(request);
      },
    });
    const slow = async () => {
      await waitUntil("it was asked three times", () => asked >= 3);
      return "done";
    };
    expect(await waitWhileReachable(client, slow, { everyMs: 20 })).toBe("done");
    const before = asked;
    await expect(waitWhileReachable(client, never, { everyMs: 1, withinMs: 0 })).rejects.toThrow("does not answer");
    expect(asked - before).toBeLessThanOrEqual(2);
    await close();
  });
});

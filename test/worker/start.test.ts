import { randomUUID } from "node:crypto";
import { connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { Client, Connection } from "@temporalio/client";
import { findFreePort } from "../../infra/local/ports.ts";
import { callRunContract, callRunStartOptions, callStateQuery } from "../../workflows/call-run/call-run.contract.ts";
import { type ApiProcess, startApiProcess } from "../harness/api-process.ts";
import { testEnvironment } from "../harness/environment.ts";
import { createTestDatabase, type TestDatabase } from "../harness/test-database.ts";
import { TEST_ENCRYPTION_KEY } from "../harness/test-secrets.ts";
import { SIMULATOR_SIGNING_KEY } from "../harness/test-simulator.ts";
import { createTestNamespace } from "../harness/test-temporal.ts";
import { waitUntil } from "../harness/wait-until.ts";

let test: TestDatabase;
let namespace: string;
let worker: ApiProcess;

beforeAll(async () => {
  [test, namespace] = await Promise.all([createTestDatabase(), createTestNamespace()]);
});
afterEach(async () => {
  worker.child.kill("SIGKILL");
  await worker.ended;
});
afterAll(() => test.drop());

const startWorker = (temporalPort: number) =>
  startApiProcess(
    {
      DATABASE_URL: test.url,
      TEMPORAL_ADDRESS: `127.0.0.1:${temporalPort}`,
      TEMPORAL_NAMESPACE: namespace,
      S3_ENDPOINT: "http://127.0.0.1:9",
      S3_ACCESS_KEY: "nobody",
      S3_SECRET_KEY: "nothing",
      ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
      CARRIER_SIMULATOR_BASE_URL: "http://127.0.0.1:9",
      SIMULATOR_SIGNING_KEY,
      WORKFLOW_BUNDLE: testEnvironment.workflowBundle(),
      WORKER_HTTP_PORT: "0",
    },
    "worker/start.ts",
  );

/** Forwards the port to the real server from now on. */
const openWay = async (port: number): Promise<{ close(): void }> => {
  const [host = "", target = ""] = testEnvironment.temporalAddress().split(":");
  const sockets: Socket[] = [];
  const server: Server = createServer((inner) => {
    const outer = connect(Number(target), host);
    inner.pipe(outer).pipe(inner);
    for (const socket of [inner, outer]) sockets.push(socket.on("error", () => {}));
  }).listen(port, "127.0.0.1");
  await waitUntil("the way is open", () => server.listening);
  return {
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};

it("a worker without the address of Temporal says so and ends", async () => {
  worker = startApiProcess({ DATABASE_URL: test.url }, "worker/start.ts");
  expect(await worker.ended).toBe(1);
  expect(worker.output()).toContain("Not set: TEMPORAL_ADDRESS");
});

describe("a worker that starts before Temporal", () => {
  it("waits for it, says so, and is ready when it is there", async () => {
    const port = await findFreePort();
    worker = startWorker(port);
    await worker.says("waiting for it");
    const way = await openWay(port);
    await worker.says("worker is ready");
    worker.child.kill("SIGTERM");
    expect(await worker.ended).toBe(0);
    way.close();
  });

  it("ends at once when it is told to while it waits", async () => {
    worker = startWorker(await findFreePort());
    await worker.says("waiting for it");
    worker.child.kill("SIGTERM");
    expect(await worker.ended).toBe(0);
  });
});

describe("a worker that runs", () => {
  it("keeps no stacks of what its workflows wait for, and says so to whoever asks", async () => {
    const port = await findFreePort();
    const way = await openWay(port);
    worker = startWorker(port);
    await worker.says("worker is ready");
    const connection = await Connection.connect({ address: testEnvironment.temporalAddress() });
    const client = new Client({ connection, namespace });
    // No row has this call, so it ends at once; a query is answered after the end as well.
    const call = { organization_id: 1, uuid: randomUUID(), name: "a call", campaign_id: null };
    const handle = await client.workflow.start(callRunContract.type, callRunStartOptions(call));
    expect(await handle.result()).toBe("canceled");
    await expect(handle.query("__stack_trace")).rejects.toThrow("stack traces are not enabled");
    expect(await handle.query(callStateQuery)).toBe("canceled");
    expect(worker.output()).not.toContain("promiseHooks");
    await connection.close();
    way.close();
  });
});

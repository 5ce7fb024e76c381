import { hostname } from "node:os";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { Client, Connection } from "@temporalio/client";
import { DefaultLogger, NativeConnection, Runtime, Worker } from "@temporalio/worker";
import { isPolling } from "../../worker/health.ts";
import { WORKFLOW_QUEUE } from "../../workflows/task-queues.ts";
import { testEnvironment } from "../harness/environment.ts";
import { createTestNamespace } from "../harness/test-temporal.ts";
import { waitUntil } from "../harness/wait-until.ts";

Runtime.install({ logger: new DefaultLogger("ERROR") });

let client: Client;
let workers: NativeConnection;

beforeAll(async () => {
  const address = testEnvironment.temporalAddress();
  client = new Client({ connection: await Connection.connect({ address }), namespace: await createTestNamespace() });
  workers = await NativeConnection.connect({ address });
});

afterAll(async () => {
  await client.connection.close();
  await workers.close();
});

it("is well while the worker of this machine asks for work", async () => {
  const host = hostname();
  expect(await isPolling({ client, host })).toBe(false);
  const worker = await Worker.create({
    connection: workers,
    namespace: client.options.namespace,
    taskQueue: WORKFLOW_QUEUE,
    workflowBundle: { codePath: testEnvironment.workflowBundle() },
    shutdownGraceTime: 0,
  });
  await worker.runUntil(async () => {
    await waitUntil("the worker polls", () => isPolling({ client, host }));
    expect(await isPolling({ client, host: "another-machine" })).toBe(false);
  });
});

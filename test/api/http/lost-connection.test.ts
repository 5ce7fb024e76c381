import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import express from "express";
import { Client } from "pg";
import { answerErrors } from "../../../api/http/error-responses.ts";
import { followRequests } from "../../../api/http/follow-request.ts";
import { createLogger } from "../../../infra/logger.ts";
import { createMetrics } from "../../../infra/telemetry/metrics.ts";
import { noTracing } from "../../../infra/telemetry/tracing.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});

afterAll(async () => {
  await test.drop();
});

/** A connection that the server has ended, as when it falls while a transaction is open. */
const connectAndLose = async (): Promise<Client> => {
  const client = new Client({ connectionString: test.superuserUrl });
  await client.connect();
  const lost = new Promise((resolve) => client.on("error", resolve));
  await client.query("select pg_terminate_backend(pg_backend_pid())").catch(() => {});
  await lost;
  return client;
};

it("says that the database is not reachable when what is asked next, such as a rollback, finds the connection lost", async () => {
  const client = await connectAndLose();
  const logger = createLogger("api", { level: "silent" });
  const app = express();
  app.use(followRequests({ logger, metrics: createMetrics(), tracing: noTracing }));
  app.get("/", async () => {
    await client.query("rollback");
  });
  app.use(answerErrors(logger));
  const server = createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);

    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ detail: expect.stringContaining("not reachable right now") });
  } finally {
    server.close();
    await once(server, "close");
    await client.end().catch(() => {});
  }
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { Client } from "pg";
import { readConfig } from "../../infra/config/config.ts";
import { LOCK_CONNECTIONS } from "../../worker/queues.ts";
import { testEnvironment } from "../harness/environment.ts";

const { DATABASE_POOL_SIZE, DATABASE_CALLBACK_POOL_SIZE, DATABASE_STREAM_POOL_SIZE } = readConfig({});
const API = DATABASE_POOL_SIZE + DATABASE_CALLBACK_POOL_SIZE + DATABASE_STREAM_POOL_SIZE;
const WORKER = DATABASE_POOL_SIZE + LOCK_CONNECTIONS;
const MEDIA = DATABASE_POOL_SIZE;
/** Migrations, backups, people, and what PostgreSQL keeps for its superuser. */
const OTHERS = 20;
const NEEDED = API + 2 * WORKER + MEDIA + OTHERS;
/** The four services of a Temporal server, each with 20 connections for its store and 10 for what is listed. */
const TEMPORAL = 4 * (20 + 10);

it("the embedded PostgreSQL has room for every connection of an API, two workers and a media process", async () => {
  const server = new Client({ connectionString: testEnvironment.databaseUrl("postgres") });
  await server.connect();
  try {
    const { rows } = await server.query<{ setting: number }>(
      "select current_setting('max_connections')::int as setting",
    );
    expect(rows[0]?.setting).toBeGreaterThanOrEqual(NEEDED);
  } finally {
    await server.end();
  }
});

it("the server of Docker Compose has room for Temporal's connections besides", () => {
  const compose = readFileSync(join(import.meta.dirname, "../../docker-compose.yml"), "utf8");
  expect(Number(/max_connections=(\d+)/.exec(compose)?.[1])).toBeGreaterThanOrEqual(NEEDED + TEMPORAL);
});

it("the guide says how many an API and a worker take", () => {
  const guide = readFileSync(join(import.meta.dirname, "../../docs/operators/scaling.md"), "utf8");
  expect(guide).toContain(`APIs × ${API} + workers × ${WORKER}`);
});

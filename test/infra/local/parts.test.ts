import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "@jest/globals";
import { Client as S3Client } from "minio";
import pg from "pg";
import { type RunningObjectStore, startObjectStore } from "../../../infra/local/embedded-object-store.ts";
import { findFreePort } from "../../../infra/local/ports.ts";
import { startPostgres } from "../../../infra/local/postgres.ts";
import { isAlive } from "../../../infra/local/process-identity.ts";
import { startTemporalDevServer } from "../../../infra/local/temporal.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { temporaryFolders } from "./temporary-folder.ts";

const stops: (() => Promise<void>)[] = [];
const newFolder = temporaryFolders();
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const postgresIn = async (dir: string) => {
  const postgres = await startPostgres({ dir, fast: true });
  stops.push(postgres.stop);
  return postgres;
};

const query = async (url: string, sql: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: url });
  // A server that is killed ends the connection.
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
};

it("PostgreSQL keeps its data, wants its password, and survives kill -9 and a copy elsewhere", async () => {
  const dir = newFolder();
  const first = await postgresIn(dir);
  await first.createDatabase("calls");
  // The second time changes nothing.
  await first.createDatabase("calls");
  await query(first.url("calls"), "create table call as select 7 as id");
  await expect(query(first.url("calls").replace(/:[^:@]+@/, ":wrong@"), "select 1")).rejects.toThrow(/password/);

  process.kill(first.pid, "SIGKILL");
  // Child processes of the first one may not have ended yet.
  const second = await postgresIn(dir);
  expect(await query(second.url("calls"), "select id from call")).toEqual([{ id: 7 }]);
  await second.stop();

  const copy = newFolder();
  cpSync(dir, copy, { recursive: true });
  const third = await postgresIn(copy);
  expect(await query(third.url("calls"), "select id from call")).toEqual([{ id: 7 }]);
});

it("PostgreSQL that was left running is stopped, and another one started in its place", async () => {
  const dir = newFolder();
  const left = await postgresIn(dir);
  const next = await postgresIn(dir);
  expect(isAlive(left.pid)).toBe(false);
  expect(await query(next.url("postgres"), "select 1 as one")).toEqual([{ one: 1 }]);
});

it("Temporal keeps few of the workflows that have ended in memory", async () => {
  const temporal = await startTemporalDevServer({ dir: newFolder(), inMemory: true });
  stops.push(temporal.stop);
  // It tells zero of what it has not measured yet.
  const mostKept = await waitUntil("it tells how many it may keep", async () => {
    const metrics = await (await fetch(temporal.metricsUrl)).text();
    const told = Number(/^cache_size\{cache_type="mutablestate".*\} (\d+)$/m.exec(metrics)?.[1]);
    return told > 0 && told;
  });
  expect(mostKept).toBe(2000);
});

const clientOf = ({ endpoint, accessKey, secretKey }: RunningObjectStore) => {
  const { hostname, port } = new URL(endpoint);
  return new S3Client({
    endPoint: hostname,
    port: Number(port),
    useSSL: false,
    accessKey,
    secretKey,
    region: "us-east-1",
  });
};

const storeIn = async (dir: string, keys: { accessKey: string; secretKey: string; port?: number }) => {
  const store = await startObjectStore({ dir, ...keys });
  stops.push(store.stop);
  return store;
};

it("the object store's inner parts leave the port of its S3 API alone, also where one had it before", async () => {
  const dir = newFolder();
  const port = await findFreePort();
  writeFileSync(join(dir, "ports.json"), JSON.stringify({ volume: port }));
  const store = await storeIn(dir, { accessKey: "test-access-key", secretKey: "test-secret-key", port });
  await waitUntil("a bucket is made", async () => {
    await clientOf(store).makeBucket("contacts");
    return true;
  });
  expect(JSON.parse(readFileSync(join(dir, "ports.json"), "utf8")).volume).not.toBe(port);
});

it("the object store serves signed requests only, and keeps its objects", async () => {
  const dir = newFolder();
  const keys = { accessKey: "test-access-key", secretKey: "test-secret-key" };
  const store = await storeIn(dir, keys);
  const client = clientOf(store);
  await client.makeBucket("contacts");
  // It is larger than one chunk of the store.
  const large = Buffer.alloc(6_000_000, "+12025550123\n");
  // Its inner parts may discover each other only a moment after each of them listens.
  await waitUntil("it takes a file", async () => {
    const url = await client.presignedPutObject("contacts", "list.csv", 60);
    return (await fetch(url, { method: "PUT", body: large })).ok;
  });
  expect((await client.statObject("contacts", "list.csv")).size).toBe(large.length);

  expect((await fetch(`${store.endpoint}/contacts/list.csv`)).status).toBe(403);
  const stranger = clientOf({ ...store, secretKey: "another-secret-key" });
  await expect(stranger.statObject("contacts", "list.csv")).rejects.toThrow();

  process.kill(store.pid, "SIGKILL");
  await store.ended;
  // In a copied folder the inner ports are others too.
  rmSync(join(dir, "ports.json"));
  const again = clientOf(await storeIn(dir, keys));
  const download = await waitUntil("it gives the file", async () => {
    const answer = await fetch(await again.presignedGetObject("contacts", "list.csv", 60));
    return answer.ok && answer;
  });
  expect(Buffer.from(await download.arrayBuffer()).equals(large)).toBe(true);
});

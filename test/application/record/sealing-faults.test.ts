import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { readRecordFile } from "../../../application/record/record-store.ts";
import { sealRecord } from "../../../application/record/seal-record.ts";
import { findRecordTree } from "../../../infra/postgres/record/record.repository.ts";
import { TEST_BUCKET, testEnvironment } from "../../harness/environment.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { TEST_ENCRYPTION_KEY } from "../../harness/test-secrets.ts";
import { createSealedLog, type SealedLog } from "./sealed-log.ts";

let test: TestDatabase;
let log: SealedLog;

beforeAll(async () => {
  test = await createTestDatabase();
  log = await createSealedLog(test);
});
afterAll(() => test?.drop());

const seal = () => sealRecord(log.deps, log.organizationId);

/** Seals in a process of its own, and kills it at this step; false: it ended before. */
const killAt = async (stopAt: string): Promise<boolean> => {
  const settings = {
    url: test.url,
    encryptionKey: TEST_ENCRYPTION_KEY,
    store: { ...testEnvironment.objectStore(), region: "us-east-1", bucket: TEST_BUCKET },
    organizationId: log.organizationId,
    stopAt,
  };
  const program = join(import.meta.dirname, "sealing.process.ts");
  const child = spawn(process.execPath, [program, JSON.stringify(settings)], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "close");
  const [line] = await Promise.race([once(createInterface(child.stdout), "line"), ended]);
  child.kill("SIGKILL");
  await ended;
  return line === "reached";
};

describe("a process that is killed while it seals", () => {
  it.each([
    "before commit 1",
    "before commit 2",
    "after commit 2",
    "after commit 3",
    "after commit 4",
    "before entries",
    "after entries",
    "before 0",
    "after 0",
    "before 1",
    "after 1",
    "before checkpoint",
    "after checkpoint",
  ])("%s leaves nothing out, and nothing is signed twice", async (step) => {
    await log.append(300);
    expect(await killAt(step)).toBe(true);
    // What comes meanwhile is sealed behind it.
    await log.append(5);
    await seal();
    await log.requireWhole();
  });
});

describe("a connection to the database that is cut", () => {
  it.each([1, 2, 3, 4, 6, 7])("in transaction %i is no loss", async (which) => {
    await log.append(300);
    let transactions = 0;
    const { database } = log.deps;
    const cut: typeof database = {
      ...database,
      inOrganization: (organizationId, work) =>
        database.inOrganization(organizationId, async (tx) => {
          transactions += 1;
          const made = await work(tx);
          if (transactions === which) {
            const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
            await sql`select pg_terminate_backend(${rows[0]?.pid}::int, 60000)`.execute(test.everything);
          }
          return made;
        }),
    };
    await expect(sealRecord({ ...log.deps, database: cut }, log.organizationId)).rejects.toThrow();
    await seal();
    await log.requireWhole();
  });
});

it("several processes that seal at once, while entries come, make one record", async () => {
  const others = Array.from({ length: 4 }, () => test.open({ poolSize: 2 }));
  try {
    await Promise.all(
      [...others, log.deps.database]
        .map(async (database) => {
          for (let round = 0; round < 6; round += 1) await sealRecord({ ...log.deps, database }, log.organizationId);
        })
        .concat([1, 2, 3, 4, 5].reduce((before) => before.then(() => log.append(57)), Promise.resolve())),
    );
  } finally {
    for (const database of others) await database.close();
  }
  await seal();
  await log.requireWhole();
});

it("an object store that is away delays the seal and nothing else", async () => {
  const away = () => Promise.reject(new Error("the store is away"));
  const { objectStore } = log.deps;
  for (const store of [
    { ...objectStore, put: away },
    { ...objectStore, read: away },
    { ...objectStore, put: away, read: away },
  ])
    for (let minute = 0; minute < 3; minute += 1) {
      await log.append(40);
      await expect(sealRecord({ ...log.deps, objectStore: store }, log.organizationId)).rejects.toThrow("away");
    }
  await seal();
  await log.requireWhole();
});

it("a clock that was set back changes no place of an entry and no checkpoint", async () => {
  await log.append(3);
  await sql`update unsealed_entries set at = at - interval '2 days' where organization_id = ${log.organizationId}`.execute(
    test.everything,
  );
  await seal();
  await log.append(2);
  await seal();
  await log.requireWhole();
});

describe("an object store that is restored from an older backup", () => {
  const removeFrom = async (size: number) => {
    const { objectStore } = log.deps;
    for await (const { key } of objectStore.list())
      if (key.startsWith(`${log.logFolder}/tile/`) && Number(/(\d{3})(\.p\/\d+)?$/.exec(key)?.[1]) * 256 >= size)
        await objectStore.remove(key);
  };

  it("gets what it lacks from the rows, and the tree goes on", async () => {
    const { objectStore } = log.deps;
    await seal();
    const older = await readRecordFile({ objectStore }, log.logFolder, "checkpoint");
    const size = Number(older.toString().split("\n")[1]);
    await log.append(700);
    await seal();
    await removeFrom(size);
    await objectStore.put(`${log.logFolder}/checkpoint`, older, "text/plain");
    await log.append(1);
    await seal();
    await log.requireWhole();
  });

  it("an empty object store gets the whole tree", async () => {
    await removeFrom(0);
    await log.deps.objectStore.remove(`${log.logFolder}/checkpoint`);
    await seal();
    await log.requireWhole();
    const tree = await test.database.inOrganization(log.organizationId, findRecordTree);
    expect(tree?.published_size).toBe(tree?.size);
  });
});

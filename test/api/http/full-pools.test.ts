import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { type Database, openDatabase } from "../../../infra/postgres/database.ts";
import { REQUEST_LIMITS } from "../../../infra/postgres/database-limits.ts";
import { fillTables, type TenantRows } from "../../factories/tenant-rows.ts";
import { PATIENCE_MS } from "../../harness/patience.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { waitUntil } from "../../harness/wait-until.ts";

/** Requests, callbacks and streams have connections apart: which of them are used up decides what is refused. */
let test: TestDatabase;
let api: TestApi;
let tenant: TenantRows;
let pools: Record<"database" | "callbackDatabase" | "streamDatabase", Database>;

const open = (limits: Partial<typeof REQUEST_LIMITS> = {}, poolSize = 1) =>
  openDatabase({
    url: test.url,
    poolSize,
    applicationName: "test",
    limits: { ...REQUEST_LIMITS, mostWaiting: 0, ...limits },
  });

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await fillTables(test, "ours");
  pools = { database: open(), callbackDatabase: open(), streamDatabase: open() };
  api = await startTestApi(test, { dependencies: pools });
});
afterAll(async () => {
  await api.close();
  for (const name of ["callbackDatabase", "streamDatabase", "database"] as const) await pools[name].close();
  await test.drop();
});

const request = () => api.client(tenant.viewer).fetch("/api/v1/auth/me");
/**
 * The uuid is no call's: an answer of 404 shows that it was looked up. A uuid that is known to be unused is not looked
 * up again.
 */
const callback = (runUuid: string = randomUUID()) => {
  const path = `/api/v1/telephony/callbacks/simulator/${tenant.organizationId}/${runUuid}/status`;
  return api.client().fetch(path, { method: "POST", body: "{}" });
};
const stream = async () => {
  const path = `/api/v1/campaigns/${tenant.pathParameters["campaign_id"]}/progress/stream`;
  const response = await api.client(tenant.viewer).fetch(path);
  await response.body?.cancel();
  return response;
};

const ALL = { request, callback: () => callback(), stream };
const USUAL = { request: 200, callback: 404, stream: 200 };

const statuses = async () => {
  const answers: Record<string, number> = {};
  for (const [name, ask] of Object.entries(ALL)) answers[name] = (await ask()).status;
  return answers;
};

describe("a pool whose connections are all in use", () => {
  it("none: everything is answered", async () => {
    expect(await statuses()).toEqual(USUAL);
  });

  it.each([
    // A stream's key is looked up as that of every request.
    ["database", { request: 503, callback: 404, stream: 503 }],
    ["callbackDatabase", { request: 200, callback: 503, stream: 200 }],
    ["streamDatabase", { request: 200, callback: 404, stream: 503 }],
  ] as const)("%s: refuses its own kind of work and no other", async (name, expected) => {
    await pools[name].inOrganization(tenant.organizationId, async () => {
      expect(await statuses()).toEqual(expected);
    });
    expect(await statuses()).toEqual(USUAL);
  });

  it("is not needed for the callbacks of a run that was unknown a moment ago", async () => {
    const runUuid = randomUUID();
    expect((await callback(runUuid)).status).toBe(404);
    await pools.callbackDatabase.inOrganization(tenant.organizationId, async () => {
      expect((await callback(runUuid.toUpperCase())).status).toBe(404);
      expect((await callback()).status).toBe(503);
    });
  });

  it("says when to come again, in a sentence: to carriers too", async () => {
    for (const [pool, ask] of [
      ["database", request],
      ["callbackDatabase", ALL.callback],
      ["streamDatabase", stream],
    ] as const) {
      await pools[pool].inOrganization(tenant.organizationId, async () => {
        const response = await ask();
        expect(response.headers.get("retry-after")).toBe("5");
        if (ask === request)
          expect(await response.json()).toEqual({
            code: "unavailable",
            detail: "The server is overloaded right now; try again in a moment",
          });
      });
    }
  });
});

it("an organization that uses its share waits for itself, and another one is answered meanwhile", async () => {
  const database = open({ mostWaiting: 10, waitMs: PATIENCE_MS }, 4);
  const shared = await startTestApi(test, { dependencies: { database } });
  const read = async ({ viewer }: TenantRows) => (await shared.client(viewer).fetch("/api/v1/folders/")).status;
  const another = await fillTables(test, "theirs");
  const own = await database.inOrganization(tenant.organizationId, () =>
    database.inOrganization(tenant.organizationId, async () => {
      const waiting = [read(tenant), read(tenant), read(tenant)];
      await waitUntil("its requests wait", () => database.load.waitingCount === waiting.length);
      expect(await read(another)).toBe(200);
      return { waiting };
    }),
  );
  expect(await Promise.all(own.waiting)).toEqual([200, 200, 200]);
  await shared.close();
  await database.close();
});

describe("a request that the database gives up", () => {
  it("because something else holds what it changes, or because it takes too long, is 503 with the reason", async () => {
    const reasons = [
      [{ lockTimeoutMs: 50 }, /changing the same thing/],
      [{ statementTimeoutMs: 50 }, /took too long/],
    ] as const;
    for (const [limits, sentence] of reasons) {
      const database = open({ ...limits, mostWaiting: 10 });
      const other = await startTestApi(test, { dependencies: { database } });
      await test.everything.transaction().execute(async (tx) => {
        await sql`lock table folders in access exclusive mode`.execute(tx);
        const response = await other.client(tenant.viewer).fetch("/api/v1/folders/");
        expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
        expect(await response.json()).toEqual({ code: "unavailable", detail: expect.stringMatching(sentence) });
      });
      // A busy machine may need longer than such a limit for a statement that waits for nothing.
      await waitUntil("it is answered", async () => {
        return (await other.client(tenant.viewer).fetch("/api/v1/folders/")).status === 200;
      });
      await other.close();
      await database.close();
    }
  });
});

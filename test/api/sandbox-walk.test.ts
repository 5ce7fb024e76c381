import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { operations } from "../../api/areas.ts";
import type { AnyOperation, SandboxRule } from "../../api/http/operation.ts";
import { createKey } from "../factories/tenant.ts";
import { fillTables, type TenantRows } from "../factories/tenant-rows.ts";
import { walkedBody, walkedParams } from "../factories/walked-requests.ts";
import type { ApiClient } from "../harness/api-client.ts";
import { isEventStream, pathOf } from "../harness/operation-walk.ts";
import { startTestApi, type TestApi } from "../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../harness/test-database.ts";

/**
 * Walks the table of operations with a sandbox key that has an admin's role, over rows that were all made in production: a new
 * operation gets these tests without further work.
 */
let test: TestDatabase;
let api: TestApi;
let ours: TenantRows;
let sandbox: ApiClient;

beforeAll(async () => {
  test = await createTestDatabase();
  api = await startTestApi(test);
  ours = await fillTables(test, "ours");
  sandbox = api.client({ apiKey: (await createKey(test, { tenant: ours, environment: "sandbox" })).apiKey });
});
afterAll(async () => {
  await api.close();
  await test.drop();
});

const declared = (rule: SandboxRule) =>
  operations.filter(({ sandbox }) => sandbox === rule).map((operation) => ({ name: operation.id, operation }));

const requestOf = (operation: AnyOperation) => ({
  params: walkedParams(operation, () => ours),
  body: walkedBody(operation, ours),
});

it("what takes no key, and nothing else, declares nothing for sandbox keys", () => {
  for (const { id, permission, sandbox } of operations)
    expect([id, sandbox === "public"]).toEqual([id, permission === "public"]);
});

it.each(declared("refused"))("$name is refused, and says so", async ({ operation }) => {
  expect(await sandbox.refused(operation, requestOf(operation))).toMatchObject({
    status: 403,
    code: "sandbox_key",
    detail: expect.stringMatching(/^A sandbox key may not .+: use a production key$/),
  });
});

/** Where something must be named. */
const QUERIES: Readonly<Record<string, string>> = {
  "channels.draft": "?assistant=true",
  "channels.draft.stream": "?assistant=true",
  "contacts.consents.get": "?phone_number=%2B12025550100",
  "contacts.doNotCall.check": "?phone_number=%2B12025550100",
};

describe("what is read", () => {
  it.each(declared("read"))("$name answers and writes nothing", async ({ operation }) => {
    expect(operation.timeline === undefined || typeof operation.timeline === "object").toBe(true);
    const { params, body } = requestOf(operation);
    const response = await sandbox.fetch(`${pathOf(operation, params)}${QUERIES[operation.id] ?? ""}`, {
      method: operation.method.toUpperCase(),
      ...(operation.body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
    const text = isEventStream(operation) ? await response.body?.cancel() : await response.text();
    if (operation.id === "numbers.search") expect(text).toContain("The simulator: ECONNREFUSED");
    else expect([response.status, response.ok ? "" : text]).toEqual([200, ""]);
  });
});

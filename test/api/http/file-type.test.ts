import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { operations } from "../../../api/areas.ts";
import { BYTES_TYPE } from "../../../api/http/file-type.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

let test: TestDatabase;
let api: TestApi;
let tenant: Tenant;
beforeAll(async () => {
  test = await createTestDatabase();
  api = await startTestApi(test);
  tenant = await createTenant(test);
});
afterAll(async () => {
  await api?.close();
  await test?.drop();
});

const files = operations.filter(
  ({ method, params, success: { contentTypes = [] } }) =>
    method === "get" &&
    !params &&
    contentTypes.length > 0 &&
    !contentTypes.some((type) => /html|event-stream/.test(type)),
);

it("a file has its own type, and that of bytes for a client that takes no other", async () => {
  const ask = async (operation: (typeof files)[number], accept: string) => {
    const url = `${api.baseUrl}/api/v1${operation.path}`;
    const answer = await fetch(url, { headers: { accept, authorization: `Bearer ${tenant.admin.token}` } });
    return answer.ok ? answer.headers.get("content-type")?.split(";")[0] : answer.status;
  };
  const asked = await Promise.all(
    files.map(async (operation) => ({
      id: operation.id,
      bytes: await ask(operation, BYTES_TYPE),
      any: await ask(operation, "*/*"),
      json: await ask(operation, "application/json"),
      own: operation.success.contentTypes?.[0],
    })),
  );
  // Nothing is sealed in the log of an organization that has just begun.
  const answered = asked.filter(({ any }) => any !== 404);
  expect(answered.map(({ id }) => id)).toEqual(expect.arrayContaining(["audit.export", "calls.usageReport"]));
  for (const { bytes, any, json, own } of answered)
    expect({ bytes, any, json }).toEqual({ bytes: BYTES_TYPE, any: own, json: own });
});

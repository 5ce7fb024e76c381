import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createApiKeyOperation, listApiKeysOperation } from "../../../api/api-keys/api-keys.operations.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

let test: TestDatabase;
let api: TestApi;
let otherProcess: TestApi;
let tenant: Tenant;
let admin: ApiClient;

beforeAll(async () => {
  test = await createTestDatabase();
  api = await startTestApi(test);
  otherProcess = await startTestApi(test);
  tenant = await createTenant(test);
  admin = api.client({ token: tenant.admin.token });
});
afterAll(async () => {
  await api.close();
  await otherProcess.close();
  await test.drop();
});

const create = (name: string, idempotencyKey: string, client = admin) =>
  client.call(createApiKeyOperation, { body: { name } }, { idempotencyKey });
const keysNamed = async (name: string) =>
  (await admin.call(listApiKeysOperation)).body.filter((key) => key.name === name);

describe("the same Idempotency-Key", () => {
  it("gives the first answer again, from any process", async () => {
    const first = await create("once", "a");
    const again = await create("once", "a", otherProcess.client({ token: tenant.admin.token }));
    expect(again.body).toEqual(first.body);
    expect([first, again].map(({ headers }) => headers.get("idempotent-replayed"))).toEqual([null, "true"]);
    expect(await keysNamed("once")).toHaveLength(1);
  });

  it("with another body is 409", async () => {
    await create("first body", "b");
    const refusal = await admin.refused(
      createApiKeyOperation,
      { body: { name: "second body" } },
      { idempotencyKey: "b" },
    );
    expect(refusal).toMatchObject({ status: 409, code: "idempotency_key_reused" });
  });

  it("at once makes one thing; the second waits its turn or gets the same answer", async () => {
    const send = () =>
      admin.fetch("/api/v1/users/api-keys", {
        method: "POST",
        body: JSON.stringify({ name: "at once" }),
        headers: { "content-type": "application/json", "idempotency-key": "c" },
      });
    const answers = await Promise.all(Array.from({ length: 6 }, send));
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(await keysNamed("at once")).toHaveLength(1);
    expect((await create("at once", "c")).headers.get("idempotent-replayed")).toBe("true");
  });

  it("of another organization is another key", async () => {
    const other = await createTenant(test);
    await create("ours", "d");
    const theirs = await create("theirs", "d", api.client({ token: other.admin.token }));
    expect(theirs.body.name).toBe("theirs");
  });

  it("gives a refusal again, too", async () => {
    const refuse = () => admin.refused(createApiKeyOperation, { body: {} }, { idempotencyKey: "e" });
    expect((await refuse()).status).toBe(422);
    expect((await refuse()).status).toBe(422);
  });

  it("starts anew after 24 hours", async () => {
    await create("daily", "f");
    const yesterday = new Date(Date.now() - 24.1 * 3_600_000);
    await test.everything
      .updateTable("idempotency_keys")
      .set({ created_at: yesterday })
      .where("key", "=", "f")
      .execute();
    await create("daily", "f");
    expect(await keysNamed("daily")).toHaveLength(2);
  });

  it("left by a process that died is taken over", async () => {
    await create("lost", "g");
    const minuteAgo = new Date(Date.now() - 60_000);
    await test.everything
      .updateTable("idempotency_keys")
      .set({ status: null, answer_sealed: null, created_at: minuteAgo })
      .where("key", "=", "g")
      .execute();
    expect((await create("lost", "g")).headers.get("idempotent-replayed")).toBeNull();
  });
});

it("an answer with a secret in it is sealed at rest", async () => {
  const { body } = await create("sealed", "h");
  const row = await test.everything
    .selectFrom("idempotency_keys")
    .selectAll()
    .where("key", "=", "h")
    .executeTakeFirstOrThrow();
  expect(row.answer_sealed?.length).toBeGreaterThan(body.api_key.length);
  expect(row.answer_sealed?.includes(body.api_key)).toBe(false);
});

it("a key of more than 255 characters is refused", async () => {
  const refusal = await admin.refused(
    createApiKeyOperation,
    { body: { name: "x" } },
    { idempotencyKey: "k".repeat(256) },
  );
  expect(refusal).toMatchObject({ status: 400, code: "idempotency_key_too_long" });
});

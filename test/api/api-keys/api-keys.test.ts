import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  archiveApiKeyOperation,
  createApiKeyOperation,
  listApiKeysOperation,
  reactivateApiKeyOperation,
} from "../../../api/api-keys/api-keys.operations.ts";
import { hashToken } from "../../../api/http/authenticate.ts";
import { removeMemberOperation } from "../../../api/team/members.operations.ts";
import { addMember, createTenant, type Tenant } from "../../factories/tenant.ts";
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

describe("a new key", () => {
  it("is shown once, and only its hash is kept", async () => {
    const { body: created } = await admin.call(createApiKeyOperation, { body: { name: "CRM" } });
    expect(created.api_key).toMatch(/^vap_live_[\w-]{43}$/);
    expect(created.key_prefix).toBe(created.api_key.slice(0, 12));

    const { body: listed } = await admin.call(listApiKeysOperation);
    expect(listed.find((key) => key.id === created.id)).toEqual({
      id: created.id,
      name: "CRM",
      key_prefix: created.key_prefix,
      environment: "production",
      is_active: true,
      is_expired: false,
      expires_at: null,
      scopes: null,
      client_name: null,
      role: null,
      created_at: created.created_at,
      last_used_at: null,
      archived_at: null,
    });
    expect(JSON.stringify(listed)).not.toContain(created.api_key);
    const row = await test.everything
      .selectFrom("api_keys")
      .selectAll()
      .where("id", "=", created.id)
      .executeTakeFirstOrThrow();
    expect(row.key_hash).toEqual(hashToken(created.api_key));
  });

  it("for the sandbox says so in its value", async () => {
    const { body } = await admin.call(createApiKeyOperation, { body: { name: "trial", environment: "sandbox" } });
    expect(body.api_key).toMatch(/^vap_test_/);
    expect(body.environment).toBe("sandbox");
  });

  it("acts with its maker's role, an owner's as admin", async () => {
    const owner = api.client({ token: tenant.owner.token });
    const { body } = await owner.call(createApiKeyOperation, { body: { name: "of the owner" } });
    const { body: keys } = await api.client({ apiKey: body.api_key }).call(listApiKeysOperation);
    expect(keys.length).toBeGreaterThan(0);
  });

  it("needs a name", async () => {
    const refusal = await admin.refused(createApiKeyOperation, { body: { name: "  " } });
    expect(refusal.status).toBe(422);
    expect(refusal.detail).toEqual([{ loc: ["body", "name"], msg: expect.any(String), type: "too_small" }]);
  });

  it("leaves an event on the timeline", async () => {
    const { body } = await admin.call(createApiKeyOperation, { body: { name: "for the record" } });
    const events = await test.everything
      .selectFrom("timeline_events")
      .selectAll()
      .where("summary", "like", "%for the record%")
      .execute();
    expect(events).toMatchObject([
      { kind: "system", actor: `user:${tenant.admin.userId}`, organization_id: tenant.organizationId },
    ]);
    expect(JSON.stringify(events)).not.toContain(body.api_key);
  });
});

describe("an archived key", () => {
  it("is refused by every process from the next request on, and again accepted when reactivated", async () => {
    const { body: created } = await admin.call(createApiKeyOperation, { body: { name: "to be stopped" } });
    const elsewhere = otherProcess.client({ apiKey: created.api_key });
    await elsewhere.call(listApiKeysOperation);

    const params = { api_key_id: created.id };
    const { body: archived } = await admin.call(archiveApiKeyOperation, { params });
    expect(archived).toMatchObject({ id: created.id, is_active: false, archived_at: expect.any(String) });
    expect((await elsewhere.refused(listApiKeysOperation)).status).toBe(401);

    const { body: reactivated } = await admin.call(reactivateApiKeyOperation, { params });
    expect(reactivated).toMatchObject({ is_active: true, archived_at: null });
    await elsewhere.call(listApiKeysOperation);
  });

  it("an archived key whose maker is no longer a member is not reactivated: it would be refused everywhere", async () => {
    const maker = await addMember(test, { organizationId: tenant.organizationId, role: "admin" });
    const { body: created } = await api
      .client({ token: maker.token })
      .call(createApiKeyOperation, { body: { name: "of somebody who left" } });
    await admin.call(removeMemberOperation, { params: { user_id: maker.userId } });
    const params = { api_key_id: created.id };
    const refusal = await admin.refused(reactivateApiKeyOperation, { params });
    expect(refusal).toMatchObject({ status: 409, code: "key_maker_left" });
    const { body: listed } = await admin.call(listApiKeysOperation);
    expect(listed.find(({ id }) => id === created.id)).toMatchObject({ is_active: false });
  });

  it("is left out of the list on request", async () => {
    const { body: created } = await admin.call(createApiKeyOperation, { body: { name: "hidden" } });
    await admin.call(archiveApiKeyOperation, { params: { api_key_id: created.id } });
    const ids = async (include_archived: string) =>
      (await admin.call(listApiKeysOperation, { query: { include_archived } })).body.map((key) => key.id);
    expect(await ids("true")).toContain(created.id);
    expect(await ids("false")).not.toContain(created.id);
  });

  it("archived again stays as it is", async () => {
    const { body: created } = await admin.call(createApiKeyOperation, { body: { name: "twice" } });
    const params = { api_key_id: created.id };
    const { body: first } = await admin.call(archiveApiKeyOperation, { params });
    expect((await admin.call(archiveApiKeyOperation, { params })).body).toEqual(first);
  });
});

it("last_used_at is written at the first use, and not at every one", async () => {
  const { body: created } = await admin.call(createApiKeyOperation, { body: { name: "used" } });
  const lastUsed = async () => {
    const { body } = await admin.call(listApiKeysOperation);
    return body.find((key) => key.id === created.id)?.last_used_at;
  };
  const holder = api.client({ apiKey: created.api_key });
  await holder.call(listApiKeysOperation);
  const first = await lastUsed();
  expect(first).toEqual(expect.any(String));
  await holder.call(listApiKeysOperation);
  expect(await lastUsed()).toBe(first);
});

it("a key whose maker has left the organization is refused", async () => {
  const { body: created } = await api
    .client({ token: tenant.owner.token })
    .call(createApiKeyOperation, { body: { name: "orphan" } });
  await test.everything
    .updateTable("api_keys")
    .set({ created_by: tenant.viewer.userId })
    .where("id", "=", created.id)
    .execute();
  expect((await api.client({ apiKey: created.api_key }).refused(listApiKeysOperation)).status).toBe(403);
  await test.everything.deleteFrom("memberships").where("user_id", "=", tenant.viewer.userId).execute();
  expect((await api.client({ apiKey: created.api_key }).refused(listApiKeysOperation)).status).toBe(401);
});

it("X-API-Key wins over a session sent with it", async () => {
  const session = { authorization: `Bearer ${tenant.admin.token}` };
  const response = await api
    .client()
    .fetch("/api/v1/users/api-keys", { headers: { ...session, "x-api-key": "vap_live_no" } });
  expect(response.status).toBe(401);
});

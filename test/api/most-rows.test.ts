import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { listVersionsOperation } from "../../api/agents/agents.operations.ts";
import { createApiKeyOperation, reactivateApiKeyOperation } from "../../api/api-keys/api-keys.operations.ts";
import {
  createTextSessionOperation,
  sendMessageOperation,
} from "../../api/conversations/text/text-sessions.operations.ts";
import { requireRoom } from "../../api/require-room.ts";
import { createAgentRows } from "../factories/agents.ts";
import { createTenant, type Tenant } from "../factories/tenant.ts";
import { startTestApi, type TestApi } from "../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../harness/test-database.ts";

let test: TestDatabase;
let api: TestApi;
let tenant: Tenant;

beforeAll(async () => {
  test = await createTestDatabase();
  api = await startTestApi(test);
  tenant = await createTenant(test);
});
afterAll(async () => {
  await api.close();
  await test.drop();
});

const times = <Row>(count: number, make: (at: number) => Row): Row[] =>
  Array.from({ length: count }, (_, at) => make(at));

describe("what is answered whole in one list", () => {
  it.each(["agents", "tools", "credentials", "folders", "api_keys", "workflow_recordings"] as const)(
    "has a most: %s",
    async (kind) => {
      const ask = (more: number) =>
        test.database.inOrganization(tenant.organizationId, (tx) => requireRoom(tx, kind, more));
      await ask(100);
      await expect(ask(1_001)).rejects.toMatchObject({ status: 402, code: "too_many" });
    },
  );

  it("is refused beyond it, also when it comes back, and has room again for what goes", async () => {
    const { organizationId, owner } = await createTenant(test);
    const client = api.client({ token: owner.token });
    const key = (archived_at: Date | null) => ({
      organization_id: organizationId,
      name: "a key",
      key_prefix: "vap_test_a",
      key_hash: Buffer.from(randomUUID()),
      environment: "sandbox" as const,
      created_by: owner.userId,
      archived_at,
    });
    const insert = (rows: ReturnType<typeof key>[]) =>
      test.everything.insertInto("api_keys").values(rows).returning("id").execute();
    await insert(times(99, () => key(null)));
    const [archived] = await insert([key(new Date())]);
    const body = { name: "one more", environment: "sandbox" as const };
    await client.call(createApiKeyOperation, { body });
    const refusal = {
      status: 402,
      detail: "Your organization has 100 API keys, and that is the most: archive keys that nobody uses",
    };
    expect(await client.refused(createApiKeyOperation, { body })).toMatchObject(refusal);
    const back = { params: { api_key_id: archived?.id ?? 0 } };
    expect(await client.refused(reactivateApiKeyOperation, back)).toMatchObject(refusal);
    await test.everything
      .updateTable("api_keys")
      .set({ archived_at: new Date() })
      .where("organization_id", "=", organizationId)
      .execute();
    await client.call(reactivateApiKeyOperation, back);
  });
});

it("a page of an agent's versions ends before their definitions come to too much, and has one in any case", async () => {
  const { agentId } = await createAgentRows(test, tenant);
  const large = (bytes: number) => ({ nodes: [], edges: [], filling: "x".repeat(bytes) });
  const versions = [3_000_000, 3_000_000, 3_000_000, 9_000_000].map((bytes, at) => ({
    organization_id: tenant.organizationId,
    agent_id: agentId,
    version_number: at + 2,
    status: "archived" as const,
    definition: large(bytes),
  }));
  await test.everything.insertInto("agent_versions").values(versions).execute();
  const client = api.client({ token: tenant.viewer.token });
  const page = async (offset: number) => {
    const { body } = await client.call(listVersionsOperation, {
      params: { workflow_id: agentId },
      query: { limit: 10, offset },
    });
    return body.map(({ version_number }) => version_number);
  };
  expect([await page(0), await page(1), await page(3), await page(5)]).toEqual([[5], [4, 3], [2, 1], []]);
});

describe("sessions in text", () => {
  it("are a thousand at most for an organization, and five hundred messages each", async () => {
    const { organizationId: organization_id, operator } = tenant;
    const { agentId, versionId } = await createAgentRows(test, tenant);
    const run = () => ({
      organization_id,
      agent_id: agentId,
      agent_version_id: versionId,
      uuid: randomUUID(),
      name: "a session",
      mode: "textchat",
      state: "in_progress" as const,
      started_at: new Date(),
    });
    const [first] = await test.everything.insertInto("call_runs").values(times(1_000, run)).returning("id").execute();
    const run_id = first?.id ?? 0;
    await test.everything.insertInto("conversations").values({ organization_id, run_id, driver: "text" }).execute();
    const turn = (at: number) => ({
      organization_id,
      run_id,
      number: at + 1,
      key: `message:${at}`,
      input: { kind: "begin" as const },
      state: "done" as const,
    });
    await test.everything.insertInto("conversation_turns").values(times(500, turn)).execute();
    const client = api.client({ token: operator.token });
    const params = { workflow_id: agentId };
    expect(await client.refused(createTextSessionOperation, { params, body: {} })).toMatchObject({
      status: 429,
      detail: "Your organization has 1000 open conversations in text: end some, or wait until they end",
    });
    const message = { params: { ...params, run_id }, body: { text: "Hello?" } };
    expect(await client.refused(sendMessageOperation, message)).toMatchObject({ status: 409, code: "session_full" });
  });
});

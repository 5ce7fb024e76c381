import { beforeEach, describe, expect, it } from "@jest/globals";
import {
  createEmbedTokenOperation,
  createOneEmbedTokenOperation,
  getOneEmbedTokenOperation,
  listEmbedTokensOperation,
  revokeOneEmbedTokenOperation,
} from "../../../../api/conversations/web-call/web-calls.operations.ts";
import { createAgentRows } from "../../../factories/agents.ts";
import { createTenant, type Tenant } from "../../../factories/tenant.ts";
import { useTestApi } from "../../../harness/tenant-api.ts";

let tenant: Tenant;
let params: { workflow_id: number };

const { test, api } = await useTestApi();
beforeEach(async () => {
  tenant = await createTenant(test);
  params = { workflow_id: (await createAgentRows(test, tenant)).agentId };
});

const admin = () => api.client(tenant.admin);
const get = async () => (await admin().call(getOneEmbedTokenOperation, { params })).body;
const create = (body: object) =>
  admin().fetch(`/api/v1/workflow/${params.workflow_id}/embed-token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

describe("the embed token of clients that know one for an agent", () => {
  it("is made for domains, found again, and revoked", async () => {
    expect(await get()).toBeNull();
    const answer = await create({ allowed_domains: ["example.com", "http://localhost:3000"], settings: {} });
    expect(answer.status).toBe(200);
    const made = await get();
    expect(made).toMatchObject({
      allowed_domains: ["https://example.com", "http://localhost:3000"],
      is_active: true,
      usage_count: 0,
      usage_limit: null,
      settings: null,
    });
    expect(made).toEqual(await answer.json());
    const days = (Date.parse(made?.expires_at ?? "") - Date.parse(made?.created_at ?? "")) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    expect((await admin().call(revokeOneEmbedTokenOperation, { params })).body).toEqual({ success: true });
    expect(await get()).toBeNull();
    expect((await admin().call(revokeOneEmbedTokenOperation, { params })).body).toEqual({ success: false });
    const { body } = await admin().call(listEmbedTokensOperation, { params });
    expect(body.embed_tokens).toMatchObject([{ id: made?.id, revoked_at: expect.any(String) }]);
  });

  it("is the newest in use, however it was made", async () => {
    await create({ allowed_domains: ["example.com"] });
    const { body: second } = await admin().call(createEmbedTokenOperation, {
      params,
      body: { allowed_origins: ["https://shop.example.com"] },
    });
    expect(await get()).toMatchObject({ id: second.id, expires_at: null });
  });

  it.each([
    [{}, "Name the domains whose pages may begin a conversation"],
    [{ allowed_domains: ["*.example.com"] }, "without a path"],
    [{ allowed_domains: ["example.com"], usage_limit: 10 }, "Conversations are not counted"],
    [{ allowed_domains: ["example.com"], settings: { color: "red" } }, "There are no settings of a token here"],
  ])("says what it does not know: %j", async (body, reason) => {
    const answer = await create(body);
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining(reason)]);
  });

  it("is one of fifty at most that open something still", async () => {
    const made = (expiresAt: Date) => (_: unknown, index: number) => ({
      organization_id: tenant.organizationId,
      agent_id: params.workflow_id,
      name: `Token ${index}`,
      allowed_origins: ["https://example.com"],
      expires_at: expiresAt,
    });
    const expired = Array.from({ length: 50 }, made(new Date(Date.now() - 1000)));
    const inUse = Array.from({ length: 49 }, made(new Date(Date.now() + 3_600_000)));
    await test.everything
      .insertInto("embed_tokens")
      .values([...expired, ...inUse])
      .execute();
    const input = { params, body: { allowed_origins: ["https://example.com"] } };
    await admin().call(createEmbedTokenOperation, input);
    expect(await admin().refused(createEmbedTokenOperation, input)).toMatchObject({
      status: 409,
      code: "too_many_embed_tokens",
    });
  });

  it("is made once for one Idempotency-Key", async () => {
    const input = { params, body: { allowed_domains: ["example.com"] } };
    const [first, again] = [
      await admin().call(createOneEmbedTokenOperation, input, { idempotencyKey: "once" }),
      await admin().call(createOneEmbedTokenOperation, input, { idempotencyKey: "once" }),
    ];
    expect(again.body).toEqual(first.body);
    expect((await admin().call(listEmbedTokensOperation, { params })).body.embed_tokens).toHaveLength(1);
  });
});

import { describe, expect, it } from "@jest/globals";
import {
  createCredentialOperation,
  deleteCredentialOperation,
  getCredentialOperation,
  listCredentialsOperation,
  updateCredentialOperation,
} from "../../../api/credentials/credentials.operations.ts";
import { deleteToolOperation } from "../../../api/tools/tools.operations.ts";
import { findCredential, openCredential } from "../../../infra/postgres/credential/credential.repository.ts";
import { createAgentRows, minimalDefinition } from "../../factories/agents.ts";
import { createTenant } from "../../factories/tenant.ts";
import { createCredential, createHttpTool } from "../../factories/tools.ts";
import { useTenantApi } from "../../harness/tenant-api.ts";
import { testSecrets } from "../../harness/test-secrets.ts";

const { test, tenant, admin } = await useTenantApi();

const SECRET = "sk-4711-do-not-show-cdef";
const create = async (credential_type: string, credential_data: object) =>
  admin.fetch("/api/v1/credentials", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "A key", credential_type, credential_data }),
  });
const stored = (uuid: string) =>
  test.database.withEntities(tenant.organizationId, async (em) => {
    const row = await findCredential(em, uuid);
    return row && openCredential(row, testSecrets);
  });

describe("a credential", () => {
  it("is stored sealed and shown by name and hint alone, wherever", async () => {
    const body = { name: "CRM", credential_type: "bearer_token" as const, credential_data: { token: SECRET } };
    const created = (await admin.call(createCredentialOperation, { body })).body;
    expect(created).toEqual({
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: "CRM",
      description: null,
      credential_type: "bearer_token",
      hint: "cdef",
      environment: "production",
      used_by: [],
      created_at: expect.stringMatching(/Z$/),
      updated_at: null,
    });
    const params = { credential_uuid: created.uuid };
    expect((await admin.call(getCredentialOperation, { params })).body).toEqual(created);
    expect((await admin.call(listCredentialsOperation)).body).toContainEqual(created);
    expect(await stored(created.uuid)).toEqual({ type: "bearer_token", data: { token: SECRET } });
    const rows = JSON.stringify(await test.everything.selectFrom("credentials").selectAll().execute());
    const events = JSON.stringify(await test.everything.selectFrom("timeline_events").selectAll().execute());
    expect(rows + events).not.toContain(SECRET);
    expect(rows).not.toContain(Buffer.from(SECRET).toString("hex"));
  });

  it.each([
    ["none", {}, null],
    ["api_key", { header_name: "X-Key", api_key: SECRET }, "cdef"],
    ["basic_auth", { username: "me", password: "short" }, null],
    ["custom_header", { header_name: "X-Auth", header_value: SECRET }, "cdef"],
  ])("may be of the type %s", async (type, data, hint) => {
    const response = await create(type, data);
    expect([response.status, await response.json()]).toMatchObject([200, { credential_type: type, hint }]);
  });

  it.each([
    ["api_key", { api_key: SECRET }, "header_name", "missing"],
    ["bearer_token", {}, "token", "missing"],
    ["basic_auth", { username: "me" }, "password", "missing"],
    ["custom_header", { header_name: "X-A", header_value: "a\u2603b" }, "header_value", "value_error"],
    ["custom_header", { header_name: "Host", header_value: "b" }, "header_name", "value_error"],
    ["api_key", { header_name: "Content-Length", api_key: "b" }, "header_name", "value_error"],
    ["bearer_token", { token: SECRET, tokn: "x" }, "tokn", "unknown_field"],
    ["none", { token: SECRET }, "token", "unknown_field"],
  ])("of the type %s is refused with %j", async (type, data, field, kind) => {
    const response = await create(type, data);
    const text = await response.text();
    expect([response.status, JSON.parse(text).detail]).toEqual([
      422,
      [{ loc: ["body", "credential_data", field], msg: expect.any(String), type: kind }],
    ]);
    expect(text).not.toContain(SECRET);
  });

  it("gets another value, name or type; a type needs its data", async () => {
    const uuid = await createCredential(admin, SECRET);
    const params = { credential_uuid: uuid };
    const renamed = (await admin.call(updateCredentialOperation, { params, body: { name: "Renamed" } })).body;
    expect(renamed).toMatchObject({ name: "Renamed", hint: "cdef", updated_at: expect.any(String) });
    expect(await stored(uuid)).toMatchObject({ data: { token: SECRET } });
    const body = { credential_data: { token: "another-secret-9876" } };
    expect((await admin.call(updateCredentialOperation, { params, body })).body.hint).toBe("9876");
    expect(await stored(uuid)).toMatchObject({ data: { token: "another-secret-9876" } });
    const typeAlone = { params, body: { credential_type: "basic_auth" } };
    expect((await admin.refused(updateCredentialOperation, typeAlone)).status).toBe(422);
  });

  it("says which tools and agents name it now: not archived ones, nor those of another organization", async () => {
    const uuid = await createCredential(admin, SECRET);
    const params = { credential_uuid: uuid };
    const usedBy = async () => (await admin.call(getCredentialOperation, { params })).body.used_by;
    const tool = await createHttpTool(admin, { url: "https://crm.example/customers", credential_uuid: uuid });
    const { nodes, edges } = minimalDefinition();
    const data = { name: "Report", endpoint_url: "https://crm.example/calls", credential_uuid: uuid.toUpperCase() };
    const report = { id: "report", type: "webhook", position: { x: 300, y: 0 }, data };
    const { agentId } = await createAgentRows(test, tenant, { definition: { nodes: [...nodes, report], edges } });
    const models = { llm: { provider: "openai", model: "gpt-5-mini", base_url: null, credential_uuid: uuid } };
    const byModel = await createAgentRows(test, tenant, { name: "Sales", configurations: { models } });
    const other = await createTenant(test);
    await createAgentRows(test, other, { definition: { nodes: [...nodes, report], edges } });
    expect(await usedBy()).toEqual([
      { kind: "tool", id: tool.tool_uuid, name: tool.name },
      { kind: "agent", id: agentId, name: "Reception" },
      { kind: "agent", id: byModel.agentId, name: "Sales" },
    ]);
    const listed = (await admin.call(listCredentialsOperation)).body.find((each) => each.uuid === uuid);
    expect(listed?.used_by).toEqual(await usedBy());
    await admin.call(deleteToolOperation, { params: { tool_uuid: tool.tool_uuid } });
    await test.everything.updateTable("agents").set({ status: "archived" }).where("id", "=", agentId).execute();
    expect(await usedBy()).toEqual([{ kind: "agent", id: byModel.agentId, name: "Sales" }]);
    await test.everything
      .updateTable("agent_versions")
      .set({ configurations: {} })
      .where("agent_id", "=", byModel.agentId)
      .execute();
    expect(await usedBy()).toEqual([]);
  });

  it("a credential that something names is deleted only with force, and the refusal names it", async () => {
    const uuid = await createCredential(admin, SECRET);
    const params = { credential_uuid: uuid };
    const tool = await createHttpTool(admin, { url: "https://crm.example/customers", credential_uuid: uuid });
    const refused = await admin.refused(deleteCredentialOperation, { params });
    expect(refused).toMatchObject({
      status: 409,
      code: "credential_in_use",
      detail: `It is used by the tool ${tool.name} (${tool.tool_uuid}): take it out there first, or delete it with force=true`,
    });
    expect(await stored(uuid)).not.toBeNull();
    const forced = await admin.call(deleteCredentialOperation, { params, query: { force: "true" } });
    expect(forced.body).toEqual({ status: "deleted", uuid });
    expect(await stored(uuid)).toBeNull();
  });

  it("is gone when it is deleted", async () => {
    const uuid = await createCredential(admin, SECRET);
    const params = { credential_uuid: uuid };
    expect((await admin.call(deleteCredentialOperation, { params })).body).toEqual({ status: "deleted", uuid });
    expect((await admin.refused(deleteCredentialOperation, { params })).status).toBe(404);
    expect(await stored(uuid)).toBeNull();
  });
});

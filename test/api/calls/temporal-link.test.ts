import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { getRunOperation, listRunsOperation } from "../../../api/calls/calls.operations.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createRunRow, endedCall } from "../../factories/calls.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { testEnvironment } from "../../harness/environment.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

let test: TestDatabase;
let withUi: TestApi;
let withoutUi: TestApi;
let tenant: Tenant;
let agent: { organizationId: number; agentId: number; versionId: number };

beforeAll(async () => {
  test = await createTestDatabase();
  const nobody = { TEMPORAL_ADDRESS: "127.0.0.1:9", TEMPORAL_NAMESPACE: "calls" };
  withUi = await startTestApi(test, { environment: { ...nobody, TEMPORAL_UI_URL: "https://temporal.example/" } });
  withoutUi = await startTestApi(test, { environment: nobody });
  tenant = await createTenant(test);
  agent = { organizationId: tenant.organizationId, ...(await createAgentRows(test, tenant)) };
});
afterAll(async () => {
  await withUi.close();
  await withoutUi.close();
  await test.drop();
});

const linkOf = async (client: ApiClient, run_id: number) =>
  (await client.call(getRunOperation, { params: { workflow_id: agent.agentId, run_id } })).body.temporal_url;

describe("a run's link to the Temporal UI", () => {
  it.each([
    ["twilio", "call"],
    ["textchat", "text"],
    ["smallwebrtc", "web"],
  ])("names the workflow of a run of %s, for admins and owners", async (mode, kind) => {
    const { id, uuid } = await createRunRow(test, agent, endedCall({ mode }));
    const workflow = `org-${tenant.organizationId}%2F${kind}-${uuid}`;
    const link = `https://temporal.example/namespaces/calls/workflows/${workflow}`;
    for (const may of [tenant.owner, tenant.admin]) expect(await linkOf(withUi.client(may), id)).toBe(link);
    for (const mayNot of [tenant.operator, tenant.viewer]) expect(await linkOf(withUi.client(mayNot), id)).toBeNull();
  });

  it("ends with the time for which Temporal keeps the workflow", async () => {
    // The shared server's namespace is kept for days, not for a year.
    const temporal = {
      TEMPORAL_ADDRESS: testEnvironment.temporalAddress(),
      TEMPORAL_UI_URL: "https://temporal.example",
    };
    const api = await startTestApi(test, { environment: temporal });
    try {
      const now = await createRunRow(test, agent, endedCall({ ended_at: new Date() }));
      const ended_at = new Date(Date.now() - 365 * 86_400_000);
      const longAgo = await createRunRow(test, agent, endedCall({ created_at: ended_at, ended_at }));
      const owner = api.client(tenant.owner);
      expect(await linkOf(owner, now.id)).toEqual(expect.stringContaining(now.uuid));
      expect(await linkOf(owner, longAgo.id)).toBeNull();
      // A server that does not say for how long it keeps them may still have them.
      expect(await linkOf(withUi.client(tenant.owner), longAgo.id)).toEqual(expect.stringContaining(longAgo.uuid));
    } finally {
      await api.close();
    }
  });

  it("is not there where no Temporal UI is named, nor in lists", async () => {
    const { id } = await createRunRow(test, agent, endedCall());
    expect(await linkOf(withoutUi.client(tenant.owner), id)).toBeNull();
    const query = { params: { workflow_id: agent.agentId } };
    const { runs } = (await withUi.client(tenant.owner).call(listRunsOperation, query)).body;
    expect(runs.map(({ temporal_url: url }) => url)).not.toContainEqual(expect.any(String));
  });
});

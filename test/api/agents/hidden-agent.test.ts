import { beforeAll, describe, expect, it } from "@jest/globals";
import { listAgentsOperation, readWebhookSecretOperation } from "../../../api/agents/agents.operations.ts";
import { operations } from "../../../api/areas.ts";
import { findOrCreateVerificationAgent } from "../../../application/number/find-or-create-verification-agent.ts";
import { validBodies } from "../../factories/request-bodies.ts";
import { fillTables, type TenantRows } from "../../factories/tenant-rows.ts";
import { pathOf } from "../../harness/operation-walk.ts";
import { useTestApi } from "../../harness/tenant-api.ts";

let tenant: TenantRows;
let hidden: { id: number; workflow_uuid: string };

const { test, api } = await useTestApi();
beforeAll(async () => {
  tenant = await fillTables(test, "Acme");
  const { organizationId } = tenant;
  const { agentId } = await test.database.inOrganization(organizationId, (tx) =>
    findOrCreateVerificationAgent(tx, organizationId),
  );
  hidden = await hiddenRow(agentId);
});

const hiddenRow = (agentId: number) =>
  test.everything.selectFrom("agents").selectAll().where("id", "=", agentId).executeTakeFirstOrThrow();
const versionsOf = (agentId: number) =>
  test.everything.selectFrom("agent_versions").selectAll().where("agent_id", "=", agentId).execute();

const NAMES = ["workflow_id", "workflow_uuid"];
/** The first only looks; the second ends what it never has. */
const HARMLESS = ["agents.validate", "embedTokens.revokeOne"];
const changing = operations.filter(
  ({ id, method, path }) =>
    method !== "get" && !HARMLESS.includes(id) && NAMES.some((name) => path.includes(`{${name}}`)),
);

const send = async (id: string) => {
  const operation = changing.find((each) => each.id === id);
  if (!operation) throw new Error(`there is no operation ${id}`);
  const named = { workflow_id: hidden.id, workflow_uuid: hidden.workflow_uuid };
  const response = await api
    .client({ token: tenant.owner.token })
    .fetch(pathOf(operation, { ...tenant.pathParameters, ...named }), {
      method: operation.method.toUpperCase(),
      headers: { "content-type": "application/json" },
      body: JSON.stringify(validBodies(tenant)[id] ?? {}),
    });
  return { status: response.status, text: await response.text() };
};

describe("the agent that verification calls are runs of", () => {
  it.each(changing.map(({ id }) => id))("is not there for %s", async (id) => {
    const [before, versionsBefore] = [await hiddenRow(hidden.id), await versionsOf(hidden.id)];
    const { status, text } = await send(id);
    expect([id, status, text]).toEqual([id, 404, expect.any(String)]);
    expect(await hiddenRow(hidden.id)).toEqual(before);
    expect(await versionsOf(hidden.id)).toEqual(versionsBefore);
  });

  it("has no secret for webhooks, and none is made when it is asked for", async () => {
    const client = api.client({ token: tenant.owner.token });
    const { status } = await client.refused(readWebhookSecretOperation, { params: { workflow_id: hidden.id } });
    expect(status).toBe(404);
    expect((await hiddenRow(hidden.id)).webhook_secret_sealed).toBeNull();
  });

  it("is dialled by no campaign, and in no list", async () => {
    const client = api.client({ token: tenant.owner.token });
    const body = { ...validBodies(tenant)["campaigns.create"], workflow_id: hidden.id };
    const response = await client.fetch("/api/v1/campaigns/create", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(404);
    const agents = (await client.call(listAgentsOperation)).body;
    expect(agents.map(({ id }) => id)).not.toContain(hidden.id);
    expect(agents.length).toBeGreaterThan(0);
  });
});

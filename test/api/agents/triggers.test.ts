import { beforeAll, describe, expect, it } from "@jest/globals";
import {
  createAgentOperation,
  duplicateAgentOperation,
  publishAgentOperation,
  updateAgentOperation,
} from "../../../api/agents/agents.operations.ts";
import { findTrigger } from "../../../domain/agent/agent-definition.ts";
import { createAgent, minimalDefinition, triggeredDefinition } from "../../factories/agents.ts";
import { createTenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { useTenantApi } from "../../harness/tenant-api.ts";

let stranger: ApiClient;

const { test, api, admin } = await useTenantApi();
beforeAll(async () => {
  stranger = api.client({ token: (await createTenant(test, "Another")).admin.token });
});

const params = (agent: { id: number }) => ({ params: { workflow_id: agent.id } });
const triggersOf = (agent: { id: number }) =>
  test.everything.selectFrom("agent_triggers").select(["path", "enabled"]).where("agent_id", "=", agent.id).execute();

describe("a trigger", () => {
  it("gets a path when it has none", async () => {
    const agent = await createAgent(admin, { workflow_definition: triggeredDefinition({ trigger_path: "" }) });
    const path = findTrigger(agent.definition)?.path;
    expect(path).toMatch(/^[0-9a-f-]{36}$/);
    expect(await triggersOf(agent)).toEqual([{ path, enabled: true }]);
  });

  it("follows the published version, not the draft", async () => {
    const agent = await createAgent(admin, { workflow_definition: triggeredDefinition({ trigger_path: "before" }) });
    const change = (definition: object) =>
      admin.call(updateAgentOperation, {
        ...params(agent),
        body: { definition: { ...minimalDefinition(), ...definition } },
      });
    await change(triggeredDefinition({ trigger_path: "after", enabled: false }));
    expect(await triggersOf(agent)).toEqual([{ path: "before", enabled: true }]);
    await admin.call(publishAgentOperation, params(agent));
    expect(await triggersOf(agent)).toEqual([{ path: "after", enabled: false }]);
    await change(triggeredDefinition({ trigger_path: "after" }));
    await admin.call(publishAgentOperation, params(agent));
    expect(await triggersOf(agent)).toEqual([{ path: "after", enabled: true }]);
    await change(minimalDefinition());
    await admin.call(publishAgentOperation, params(agent));
    expect(await triggersOf(agent)).toEqual([]);
  });

  it("a trigger of a copy gets a path of its own", async () => {
    const agent = await createAgent(admin, { workflow_definition: triggeredDefinition({ trigger_path: "original" }) });
    const { body: copy } = await admin.call(duplicateAgentOperation, params(agent));
    expect(await triggersOf(agent)).toEqual([{ path: "original", enabled: true }]);
    expect(findTrigger(copy.definition)?.path).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe("a path in use", () => {
  const taken = {
    is_valid: false,
    errors: [
      {
        kind: "node",
        id: "trigger",
        field: "data.trigger_path",
        message: "This trigger path is in use; choose another or leave it empty",
      },
    ],
  };

  it.each([
    ["own", () => admin],
    ["another", () => stranger],
  ])("by an agent of the %s organization is refused on create, draft and publish alike", async (whose, client) => {
    const definition = triggeredDefinition({ trigger_path: `taken-${whose}` });
    const other = await createAgent(client(), { workflow_definition: minimalDefinition() });
    await client().call(updateAgentOperation, { ...params(other), body: { definition } });
    const holder = await createAgent(admin, { workflow_definition: definition });

    const body = { name: "Late", definition };
    const refused = { status: 409, code: "trigger_path_taken", detail: taken };
    expect(await client().refused(createAgentOperation, { body })).toMatchObject(refused);
    expect(await client().refused(updateAgentOperation, { ...params(other), body: { definition } })).toMatchObject(
      refused,
    );
    expect(await client().refused(publishAgentOperation, params(other))).toMatchObject(refused);
    expect(await triggersOf(holder)).toEqual([{ path: `taken-${whose}`, enabled: true }]);
    expect(await triggersOf(other)).toEqual([]);
  });

  it("is given to one of those who ask at once", async () => {
    const definition = triggeredDefinition({ trigger_path: "contested" });
    const body = JSON.stringify({ name: "Racer", definition });
    const answers = await Promise.all(
      [admin, stranger, admin, stranger].map((client) =>
        client.fetch("/api/v1/workflows/create/definition", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body,
        }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409]);
  });

  it("is free again when its agent no longer has it", async () => {
    const definition = triggeredDefinition({ trigger_path: "passed-on" });
    const first = await createAgent(admin, { workflow_definition: definition });
    await admin.call(updateAgentOperation, { ...params(first), body: { definition: minimalDefinition() } });
    await admin.call(publishAgentOperation, params(first));
    const second = await createAgent(stranger, { workflow_definition: definition });
    expect(await triggersOf(second)).toEqual([{ path: "passed-on", enabled: true }]);
  });
});

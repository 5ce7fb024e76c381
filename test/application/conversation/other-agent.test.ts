import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { findOtherAgent } from "../../../application/call/other-agent.ts";
import type { Tools } from "../../../domain/conversation/conversation.ports.ts";
import type { ChatModel } from "../../../domain/model/chat-model.ts";
import { systemClock } from "../../../infra/clock.ts";
import { createAgentRows, minimalDefinition } from "../../factories/agents.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { transferTool } from "../../factories/transfer-tool.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { begin, createReception, readConversationRows, speech } from "./reception.ts";
import { calls, recordedModel, says } from "./recorded-model.ts";
import { receptionDefinition, tool } from "./rig.ts";

let test: TestDatabase;
let tenant: Tenant;
beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test, "ours");
});
afterAll(() => test.drop());

const createBilling = async () => {
  const { nodes, edges } = minimalDefinition();
  const asked = nodes.map((node) =>
    node.id === "start" ? { ...node, data: { ...node.data, prompt: "You answer questions of invoices." } } : node,
  );
  return createAgentRows(test, tenant, { name: "Billing", definition: { nodes: asked, edges } });
};

/** A conversation whose agent hands callers to an agent of this id. */
const openReception = async (agentId: number, model: ChatModel) => {
  const connect = tool("Connect", {
    ...transferTool,
    config: {
      ...transferTool.config,
      mode: "warm",
      destination_source: "agent",
      destination: "",
      workflow_id: agentId,
      messageType: "custom",
      customMessage: "One moment, {{name}}.",
    },
  });
  const tools: Tools = {
    list: async (_organization, uuids) => [connect].filter(({ uuid }) => uuids.includes(uuid)),
    run: async () => {},
  };
  const rig = await createReception(test, tenant, {
    definition: receptionDefinition({ start: { tool_uuids: [connect.uuid] } }),
    tools,
    model,
  });
  rig.ports.transfers = {
    ...rig.ports.transfers,
    findAgent: (run, id) =>
      test.database.inOrganization(run.organizationId, (tx) =>
        findOtherAgent(tx, run, { agentId: id, now: systemClock.now() }),
      ),
  };
  return rig;
};

const promptOf = (model: ReturnType<typeof recordedModel>, at: number): string => JSON.stringify(model.requests[at]);
const handOversOf = async (runUuid: string) =>
  test.everything
    .selectFrom("timeline_events as t")
    .innerJoin("call_runs as r", "r.id", "t.run_id")
    .select("t.payload")
    .where("r.uuid", "=", runUuid)
    .where(sql<string>`t.payload->>'event'`, "=", "transfer_agent")
    .execute();

it("lets another agent go on with the person in the same turn and the same run, with the briefing, also in another process", async () => {
  const billing = await createBilling();
  const model = recordedModel(
    calls("connect", { briefing: "Ada was charged twice." }),
    says("I see that you were charged twice."),
    says("It is paid back."),
  );
  const rig = await openReception(billing.agentId, model);
  const first = await rig.open();
  await first.conversation.begin(begin);
  await first.conversation.hear(speech("1", "My invoice is wrong."));
  expect(first.words().slice(-2)).toEqual(["One moment, Ada.", "I see that you were charged twice."]);
  expect(promptOf(model, 0)).toContain("Ask what the caller needs.");
  expect(promptOf(model, 1)).toContain("You answer questions of invoices.");
  expect(promptOf(model, 1)).not.toContain("Ask what the caller needs.");
  expect(model.requests[1]?.messages.at(-1)).toMatchObject({
    result: expect.stringContaining("Ada was charged twice."),
  });
  expect(model.requests[1]?.functions.map(({ name }) => name)).not.toContain("connect");
  const { conversation } = await readConversationRows(test, rig);
  expect(conversation).toMatchObject({ handed_to: billing.versionId, node_id: "start" });
  expect(await handOversOf(rig.runUuid)).toEqual([
    { payload: { event: "transfer_agent", workflow_id: billing.agentId, name: "Billing" } },
  ]);
  for (const open of [async () => first, () => rig.open()]) {
    const again = await open();
    await again.conversation.hear(speech(`turn of ${model.requests.length}`, "Thank you."));
    expect(again.words().at(-1)).toBe("It is paid back.");
    expect(JSON.stringify(model.requests.at(-1))).toContain("You answer questions of invoices.");
  }
  expect(await handOversOf(rig.runUuid)).toHaveLength(1);
});

it("is known at once to a process that had the conversation open before another one handed it over", async () => {
  const billing = await createBilling();
  const model = recordedModel(calls("connect", { briefing: "An invoice." }), says("Go on."), says("Still here."));
  const rig = await openReception(billing.agentId, model);
  const [before, meanwhile] = [await rig.open(), await rig.open()];
  await before.conversation.begin(begin);
  await meanwhile.conversation.hear(speech("1", "My invoice is wrong."));
  await before.conversation.hear(speech("2", "Hello?"));
  expect(promptOf(model, 2)).toContain("You answer questions of invoices.");
  expect(before.words().at(-1)).toBe("Still here.");
});

it("goes on by itself where the other agent cannot take the person over", async () => {
  const archived = await createBilling();
  await test.everything.updateTable("agents").set({ status: "archived" }).where("id", "=", archived.agentId).execute();
  for (const [agentId, why] of [
    [archived.agentId, "is archived"],
    [2_000_000, "There is no such agent"],
  ] as const) {
    const model = recordedModel(calls("connect", { briefing: "An invoice." }), says("I cannot connect you."));
    const rig = await openReception(agentId, model);
    const { conversation, words } = await rig.open();
    await conversation.begin(begin);
    await conversation.hear(speech("1", "My invoice is wrong."));
    expect(words().at(-1)).toBe("I cannot connect you.");
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({ result: expect.stringContaining(why) });
    expect(promptOf(model, 1)).toContain("Ask what the caller needs.");
    expect((await readConversationRows(test, rig)).conversation.handed_to).toBeNull();
  }
});

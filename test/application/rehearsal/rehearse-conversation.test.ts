import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { setModelsOperation } from "../../../api/models/models.operations.ts";
import { createRehearsalBudget } from "../../../application/rehearsal/rehearsal-usage.ts";
import { rehearseConversation } from "../../../application/rehearsal/rehearse-conversation.ts";
import { createPriceTable } from "../../../infra/telephony/price-table.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { bookingScenario, fillRehearsal } from "../../factories/rehearsals.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { PATIENCE_MS } from "../../harness/patience.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { type ChatServer, startChatServer, stream } from "../../infra/models/chat-server.ts";
import { receptionDefinition } from "../conversation/rig.ts";

let test: TestDatabase;
let api: TestApi;
let chat: ChatServer;
let tenant: Tenant;

beforeAll(async () => {
  test = await createTestDatabase();
  api = await startTestApi(test);
  chat = await startChatServer();
  tenant = await createTenant(test);
  const llm = { provider: "openai" as const, model: "a-model", base_url: chat.baseUrl, api_key: "sk-0123456789abcdef" };
  await api.client(tenant.admin).call(setModelsOperation, { body: { llm } });
});
afterAll(async () => {
  await chat?.close();
  await api?.close();
  await test?.drop();
});
beforeEach(() => {
  chat.requests.length = 0;
  chat.answers.length = 0;
});

const DAY = { extraction_enabled: true, extraction_variables: [{ name: "day", type: "string", prompt: "The day" }] };

/** A conversation that waits to be played: the person says a word if any, and hangs up. */
const waiting = async (checks: object[] = [], words: readonly string[] = []) => {
  const { organizationId } = tenant;
  const definition = receptionDefinition({ start: DAY });
  const { agentId } = await createAgentRows(test, tenant, { definition });
  const rows = await fillRehearsal(test.everything, { organization_id: organizationId, agent_id: agentId });
  const conversationId = rows.conversation_id;
  const agent = { definition, configurations: {}, variables: {}, dispositions: [] };
  await test.everything
    .updateTable("rehearsals")
    .set({ agent, state: "running" })
    .where("id", "=", rows.rehearsal_id)
    .execute();
  const caller = { kind: "scripted", lines: [...words.map((say) => ({ say })), { hang_up: true }] };
  await test.everything
    .updateTable("rehearsal_conversations")
    .set({ state: "waiting", scenario: { ...bookingScenario, caller, checks, must_pass: true } })
    .where("id", "=", conversationId)
    .execute();
  return { organizationId, conversationId };
};

const read = (conversationId: number) =>
  test.everything
    .selectFrom("rehearsal_conversations")
    .select(["state", "tries", "result", "pending"])
    .where("id", "=", conversationId)
    .executeTakeFirstOrThrow();

/** Answers with one call of a function. */
const calls = (name: string, given: object) => {
  const called = { index: 0, id: "c1", type: "function", function: { name, arguments: JSON.stringify(given) } };
  return stream([{ tool_calls: [called] }], { finish: "tool_calls" });
};

describe("what a leaving process breaks off", () => {
  it.each([
    ["a judge", { kind: "judge", question: "Was the agent kind?", expects: true }, []],
    ["a conclusion", { kind: "variable", name: "day" }, ["Friday"]],
  ])("is no result of the rehearsal, and is played again: %s", async (_, check, words) => {
    const address = await waiting([check], words);
    chat.answers.push(...words.map(() => stream([{ content: "I see." }])));
    const leaving = new AbortController();
    // The model never answers, and the process leaves meanwhile.
    chat.answers.push(() => leaving.abort());
    await expect(rehearseConversation(api.dependencies, { ...address, signal: leaving.signal })).rejects.toThrow();
    expect(chat.requests).toHaveLength(words.length + 1);
    expect(await read(address.conversationId)).toMatchObject({ state: "playing", tries: 1, result: null });

    chat.answers.splice(
      0,
      chat.answers.length,
      check.kind === "judge" ? calls("verdict", { answer: true, sentences: [] }) : stream([{ content: "Nothing." }]),
    );
    const signal = AbortSignal.timeout(PATIENCE_MS);
    expect(await rehearseConversation(api.dependencies, { ...address, signal })).toMatch(/^(green|red|failed)$/);
    const kept = await read(address.conversationId);
    expect(kept.tries).toBe(2);
    expect(kept.result).not.toBeNull();
  });
});

describe("the budget of a conversation", () => {
  const prices = createPriceTable(
    {},
    { "openai/a-model": { currency: "USD", prompt_per_million_minor: 20_000, completion_per_million_minor: 100_000 } },
  );

  it("is one: the agent's request waits until what the persona's was is stored, and is then held alone", async () => {
    const address = await waiting();
    const budget = createRehearsalBudget({ ...api.dependencies, prices }, { ...address, environment: "production" });
    const choice = { provider: "openai", model: "a-model", apiKey: "a key", baseUrl: chat.baseUrl, script: [] };
    const order: string[] = [];
    let store = () => {};
    budget.keep(
      new Promise<void>((resolve) => {
        store = resolve;
      }),
    );
    chat.answers.push(stream([{ content: "Yes." }]));
    const request = {
      system: "",
      messages: [{ role: "person" as const, text: "Hello" }],
      functions: [],
      stepView: { node: { name: "A", prompt: "", isEnd: false }, edges: [], tools: [] },
      signal: AbortSignal.timeout(PATIENCE_MS),
    };
    const reply = budget.open(choice).reply(request)[Symbol.asyncIterator]();
    const first = reply.next().then(() => void order.push("asked"));
    // Long enough for a request that does not wait.
    for (let round = 0; round < 300; round += 1) expect((await read(address.conversationId)).pending).toBeNull();
    order.push("stored");
    store();
    await first;
    expect(order).toEqual(["stored", "asked"]);
    expect((await read(address.conversationId)).pending).toMatchObject({ model: "openai/a-model" });
    await reply.return?.(undefined);
    await budget.written();
    expect((await read(address.conversationId)).pending).toBeNull();
  });
});

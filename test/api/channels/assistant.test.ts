import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { z } from "zod";
import { operations } from "../../../api/areas.ts";
import { dailyUsageOperation } from "../../../api/calls/call-reports.operations.ts";
import { createCampaignOperation } from "../../../api/campaigns/campaigns.operations.ts";
import { postMessageOperation, readTimelineOperation } from "../../../api/channels/channels.operations.ts";
import { addDoNotCallOperation } from "../../../api/contacts/do-not-call.operations.ts";
import { setModelsOperation } from "../../../api/models/models.operations.ts";
import { settleActionOperation, settleEditOperation } from "../../../api/requests/requests.operations.ts";
import { ASSISTANT_FUNCTIONS, type AssistantFunctionName } from "../../../domain/assistant/assistant-functions.ts";
import type { scriptLine } from "../../../infra/models/scripted.model.ts";
import { recordMissedCall } from "../../../infra/postgres/call/missed-calls.repository.ts";
import { createAgent } from "../../factories/agents.ts";
import { createContactListRows } from "../../factories/campaigns.ts";
import { createTenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { type HttpReceiver, respond, startHttpReceiver } from "../../harness/http-receiver.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startChatServer, stream } from "../../infra/models/chat-server.ts";
import { type AskingOrganization, startAskingOrganization } from "../requests/asking-organization.ts";

const NUMBER = "+12025550110";
const OTHER_NUMBER = "+12025550199";

let ours: AskingOrganization;
let receiver: HttpReceiver;

beforeAll(async () => {
  ours = await startAskingOrganization([]);
  receiver = await startHttpReceiver();
  receiver.answer = (_request, response) => respond(response, 201, { id: 17 });
});
afterAll(async () => {
  await receiver.close();
  await ours.close();
});

const eventsOf = async (client: ApiClient, thread_id: string) =>
  (await client.call(readTimelineOperation, { query: { thread_id, assistant: "true" } })).body.events.toReversed();

/** Returns the assistant's reply to a message, and the thread. */
const ask = async (client: ApiClient, text: string, thread?: string) => {
  const target = thread === undefined ? { assistant: true } : { thread_id: thread };
  const { body } = await client.call(postMessageOperation, { body: { text, ...target } });
  const reply = await waitUntil("the assistant has replied", async () =>
    (await eventsOf(client, body.thread_id)).find(({ payload }) => payload["reply_to"] === body.event_id),
  );
  return { thread: body.thread_id, said: String(reply.payload["text"] ?? reply.summary), reply };
};
const follow = (script: z.input<typeof scriptLine>[]) =>
  ours.owner.call(setModelsOperation, { body: { llm: { provider: "local", model: "scripted", script } } });

describe("the assistant with the stand-in model", () => {
  it("answers a fixed set of questions about the organization's own data", async () => {
    const agent = await createAgent(ours.owner, { name: "Reminder desk" });
    const contact_list_id = await createContactListRows(ours.test, ours.tenant);
    await ours.operator.call(createCampaignOperation, {
      body: { name: "Spring", workflow_id: agent.id, contact_list_id, consent_attested: true },
    });
    await ours.operator.call(addDoNotCallOperation, { body: { phone_numbers: [NUMBER] } });
    const said = async (text: string) => (await ask(ours.operator, text)).said;
    expect(await said("How many calls today?")).toMatch(/^Today there were 0 calls\. 0 campaigns are running\./);
    expect(await said("Which campaigns are there?")).toBe("There is 1 campaign: Spring (draft).");
    expect(await said(`Why is ${NUMBER} not dialled?`)).toMatch(
      /^\+12025550110 is not dialled at this moment: .*do-not-call/,
    );
    expect(await said(`Who is ${NUMBER}?`)).toContain("on the do-not-call list");
    expect(await said("Which agents are there?")).toContain("Reminder desk (idle)");
    expect(await said("What happened lately?")).toContain("Spring");
    expect(await said(`Show me the last calls to ${OTHER_NUMBER}`)).toBe(`There are no calls to ${OTHER_NUMBER}.`);
    expect(await said("Do the documents say when you open?")).toBe("The documents say nothing about that.");
    expect(await said("Sing a song")).toMatch(/^I can look things up for you\./);

    // The usage of its model counts, although it is no call.
    const { total } = (await ours.owner.call(dailyUsageOperation, { query: { days: 2 } })).body;
    expect(total).toMatchObject({ calls: 0, tokens: { prompt: expect.any(Number), completion: expect.any(Number) } });
    expect(total.tokens.prompt).toBeGreaterThan(100);
    expect(total.tokens.completion).toBeGreaterThan(10);
  });

  it("tells calls that nobody took where there are some", async () => {
    await follow([{ when: "this week", call: { name: "team_figures", arguments: { days: 7 } } }]);
    const said = async () => (await ask(ours.operator, "How was this week?")).said;
    expect(await said()).toMatch(/^In the last 7 days there were 0 calls\. 0 campaigns/);
    await ours.test.database.inOrganization(ours.tenant.organizationId, (tx) =>
      recordMissedCall(tx, {
        organizationId: ours.tenant.organizationId,
        telephonyAccountId: ours.tenant.simulatorAccountId,
        carrierCallId: "a-missed-call",
        callerNumber: OTHER_NUMBER,
        calledNumber: NUMBER,
        reason: "no_agent",
      }),
    );
    expect(await said()).toMatch(/^In the last 7 days there were 0 calls; nobody took 1 call that came in\. /);
  });

  it("tells nothing of another organization", async () => {
    const theirs = await createTenant(ours.test, "theirs");
    const stranger = ours.api.client({ token: theirs.operator.token });
    await createAgent(ours.api.client({ token: theirs.owner.token }), { name: "Their own desk" });
    const { said, thread } = await ask(stranger, "Which agents are there?");
    expect(said).toBe("There is 1 agent: Their own desk (idle).");
    expect(
      await ours.operator.refused(postMessageOperation, { body: { text: "Hello", thread_id: thread } }),
    ).toMatchObject({
      status: 404,
    });
  });
});

describe("a proposal of the assistant", () => {
  const CHANGE = { step: "Greeting", field: "greeting", text: "Good day." };

  it("as an edit is a draft that an admin publishes, and nothing before", async () => {
    const agent = await createAgent(ours.owner, { name: "Editable" });
    const call = { name: "propose_edit", arguments: { agent: "Editable", reason: "Shorter", changes: [CHANGE] } };
    await follow([{ when: "shorter greeting", call }]);
    const { thread, said } = await ask(ours.admin, "Give it a shorter greeting");
    expect(said).toBe("I have proposed the change. An admin can publish or discard it.");
    const proposed = (
      await ours.operator.call(readTimelineOperation, { query: { thread_id: thread } })
    ).body.events.find(({ kind }) => kind === "edit_proposed");
    expect(proposed).toMatchObject({ actor: "assistant", thread_id: thread });
    const versions = () =>
      ours.test.everything
        .selectFrom("agents")
        .select(["published_version_id", "draft_version_id"])
        .where("id", "=", agent.id)
        .executeTakeFirstOrThrow();
    const before = await versions();
    expect(before.draft_version_id).not.toBeNull();
    await ours.admin.call(settleEditOperation, { body: { event_id: proposed?.id ?? 0, decision: "publish" } });
    expect((await versions()).published_version_id).toBe(before.draft_version_id);
  });

  it("as an edit may be as long as the longest prompt, which nobody on a telephone would hear to its end", async () => {
    await createAgent(ours.owner, { name: "Wordy" });
    const text = "Say good day. ".repeat(6_500).trim();
    const changes = [{ step: "Greeting", field: "prompt", text }];
    const edit = { name: "propose_edit", arguments: JSON.stringify({ agent: "Wordy", reason: "Longer", changes }) };
    const chat = await startChatServer();
    chat.answers.push(
      stream([{ tool_calls: [{ index: 0, id: "call_1", type: "function", function: edit }] }], {
        finish: "tool_calls",
      }),
      stream([{ content: "Proposed." }]),
    );
    const llm = { provider: "openai" as const, model: "a-model", base_url: chat.baseUrl, api_key: "a key" };
    await ours.owner.call(setModelsOperation, { body: { llm } });
    const { said, thread } = await ask(ours.admin, "Write all of it down");
    await chat.close();
    expect(said).toBe("Proposed.");
    const { events } = (await ours.admin.call(readTimelineOperation, { query: { thread_id: thread } })).body;
    expect(events.map(({ kind }) => kind)).toContain("edit_proposed");
  });

  it("is no more than the person who asks may do", async () => {
    const call = { name: "propose_edit", arguments: { agent: "Editable", reason: "Longer", changes: [CHANGE] } };
    await follow([{ when: "another greeting", call }]);
    const { said, thread } = await ask(ours.operator, "Give it another greeting");
    expect(said).toBe("Propose an edit: this needs the role admin, and yours is operator.");
    const events = (await ours.operator.call(readTimelineOperation, { query: { thread_id: thread } })).body.events;
    expect(events.map(({ kind }) => kind)).toEqual(["message", "message"]);
  });

  it("as an action is done once, when somebody has confirmed it", async () => {
    await ours.bookingTool(receiver.url);
    const call = {
      name: "propose_action",
      arguments: { tool: "book a table", arguments: { day: "Monday" }, summary: "A table on Monday" },
    };
    await follow([{ when: "a table", call }]);
    const { said } = await ask(ours.operator, "We need a table");
    expect(said).toBe("I have proposed it. It is done when somebody confirms it.");
    const row = await ours.request(({ kind }) => kind === "action");
    expect(receiver.requests).toHaveLength(0);
    await ours.operator.call(settleActionOperation, { body: { event_id: row.event_id, decision: "confirm" } });
    await waitUntil("it is carried out", async () => (await ours.request(({ id }) => id === row.id)).finished_at);
    expect(receiver.requests.map(({ body }) => JSON.parse(body))).toEqual([{ day: "Monday" }]);
  });

  it("asked by somebody who is no longer a member gets no reply", async () => {
    await follow([{ when: "slowly", say: "Late.", delay_ms: 1 }]);
    const posted = await ours.operator.call(postMessageOperation, { body: { text: "Hello", assistant: true } });
    await waitUntil("it is over", async () =>
      (await eventsOf(ours.operator, posted.body.thread_id)).some(({ payload }) => payload["reply_to"]),
    );
    await ours.test.everything
      .deleteFrom("memberships")
      .where("user_id", "=", ours.tenant.operator.userId)
      .where("organization_id", "=", ours.tenant.organizationId)
      .execute();
    await ours.test.everything
      .updateTable("thread_replies")
      .set({ state: "waiting" })
      .where("event_id", "=", posted.body.event_id)
      .execute();
    const thread_id = posted.body.thread_id;
    await ours.admin.call(postMessageOperation, { body: { text: "And you?", thread_id } });
    const told = await waitUntil("the thread says so", async () =>
      (await eventsOf(ours.admin, thread_id)).find(({ kind }) => kind === "system"),
    );
    expect(told.blocked).toMatchObject({ reason: "no_reply", says: "The person who asked is no longer a member" });
  });
});

/** The operation that shows or does the same. */
const SAME: Record<AssistantFunctionName, string> = {
  find_calls: "calls.listAll",
  find_campaigns: "campaigns.list",
  find_contact: "contacts.list",
  list_agents: "team.status",
  list_tools: "tools.list",
  propose_action: "channels.settleAction",
  propose_edit: "agents.update",
  read_agent: "agents.get",
  read_timeline: "channels.timeline",
  search_documents: "knowledge.search",
  team_figures: "team.home",
  why_not_dialled: "contacts.doNotCall.check",
};

describe("a function of the assistant", () => {
  it.each(Object.entries(SAME))("%s takes the role of %s", (name, id) => {
    const operation = operations.find((each) => each.id === id);
    expect([name, operation?.permission]).toEqual([
      name,
      Object.entries(ASSISTANT_FUNCTIONS).find(([each]) => each === name)?.[1].permission,
    ]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { restartLostThreads } from "../../../activities/maintenance/restart-lost-threads.ts";
import { moveAgentOperation, setAgentStatusOperation } from "../../../api/agents/agents.operations.ts";
import {
  postMessageOperation,
  readDraftOperation,
  readTimelineOperation,
} from "../../../api/channels/channels.operations.ts";
import { decideOperation } from "../../../api/requests/requests.operations.ts";
import { threadContract } from "../../../workflows/thread/thread.contract.ts";
import { createChannel } from "../../factories/channels.ts";
import { createTenant } from "../../factories/tenant.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type AskingOrganization, startAskingOrganization } from "../requests/asking-organization.ts";

const SCRIPT = [
  { when: "your colleagues answered: yes", say: "You get ten percent." },
  { when: "discount", call: { name: "ask_people", arguments: { question: "Ten percent?", choices: ["yes"] } } },
  { when: "opening hours", say: "We open at nine. We close at five." },
  { when: "who is this", say: "This is the second agent." },
  { when: "nothing works", fail: "refused" as const },
];

let ours: AskingOrganization;
let agentId: number;

beforeAll(async () => {
  ours = await startAskingOrganization(SCRIPT);
  agentId = await ours.publish({ ask_people: true });
});
afterAll(() => ours.close());

type Body = Parameters<typeof postMessageOperation.run>[1]["body"];

const post = async (body: Partial<Body> & { text: string }) =>
  (await ours.operator.call(postMessageOperation, { body })).body;
const eventsOf = async (thread_id: string) =>
  (await ours.operator.call(readTimelineOperation, { query: { thread_id } })).body.events.toReversed();
const messagesOf = async (thread_id: string) =>
  (await eventsOf(thread_id)).filter(({ kind }) => kind === "message").map(({ actor, summary }) => [actor, summary]);
const untilMessages = (thread_id: string, count: number) =>
  waitUntil(`there are ${count} messages`, async () => {
    const messages = await messagesOf(thread_id);
    return messages.length >= count && messages;
  });
const runsOf = async (thread_id: string) => new Set((await eventsOf(thread_id)).map((event) => event.workflow_run_id));
const agentIn = async (folder_id: number, start: Record<string, unknown> = {}) => {
  const id = await ours.publish(start);
  await ours.admin.call(moveAgentOperation, { params: { workflow_id: id }, body: { folder_id } });
  return id;
};

describe("a message to an agent", () => {
  it("is an event of a new thread, and so is the reply of its published version", async () => {
    const { event_id, thread_id, workflow_id } = await post({
      text: "What are your opening hours?",
      workflow_id: agentId,
    });
    expect(workflow_id).toBe(agentId);
    await untilMessages(thread_id, 2);
    const [asked, replied] = (await eventsOf(thread_id)).filter(({ kind }) => kind === "message");
    expect(asked).toMatchObject({ id: event_id, summary: "What are your opening hours?", workflow_id: agentId });
    expect(asked?.actor).toBe(`user:${ours.tenant.operator.userId}`);
    expect(replied).toMatchObject({
      actor: `agent:${agentId}`,
      payload: { text: "We open at nine. We close at five.", reply_to: event_id },
      workflow_run_id: asked?.workflow_run_id,
    });
    const { body } = await ours.operator.call(readDraftOperation, { query: { thread_id } });
    expect(body).toMatchObject({ status: "done", text: "We open at nine. We close at five.", reply_to: event_id });
    const workflow = ours.api.dependencies.temporal.workflow;
    const { id } = await ours.test.everything
      .selectFrom("threads")
      .select("id")
      .where("uuid", "=", thread_id)
      .executeTakeFirstOrThrow();
    const threadId = threadContract.workflowId({ organizationId: ours.tenant.organizationId, threadId: id });
    const history = JSON.stringify(await workflow.getHandle(threadId).fetchHistory());
    for (const words of ["opening", "nine"]) {
      expect(history).not.toContain(words);
      expect(history).not.toContain(Buffer.from(words).toString("base64").slice(0, 8));
    }
  });

  it("goes on in the session of its thread, one reply after another", async () => {
    const { thread_id } = await post({ text: "opening hours?", workflow_id: agentId });
    await Promise.all([post({ text: "opening hours again?", thread_id }), post({ text: "who is this?", thread_id })]);
    const messages = await untilMessages(thread_id, 6);
    expect(messages.filter(([actor]) => actor === `agent:${agentId}`)).toHaveLength(3);
    expect((await runsOf(thread_id)).size).toBe(1);
  });

  it("begins a session anew when that of before is over, and its agent knows what was said", async () => {
    const { thread_id } = await post({ text: "opening hours?", workflow_id: agentId });
    await untilMessages(thread_id, 2);
    const [run] = await runsOf(thread_id);
    await ours.test.everything
      .updateTable("conversations")
      .set({ state: "ended" })
      .where("run_id", "=", run ?? 0)
      .execute();
    await post({ text: "who is this?", thread_id });
    await untilMessages(thread_id, 4);
    const runs = [...(await runsOf(thread_id))];
    expect(runs).toHaveLength(2);
    const words = await ours.test.everything
      .selectFrom("conversation_entries")
      .select(["speaker", "text"])
      .where("run_id", "=", runs.find((id) => id !== run) ?? 0)
      .orderBy("id")
      .execute();
    expect(words.map(({ speaker, text }) => [speaker, text])).toEqual([
      ["person", "opening hours?"],
      ["agent", "We open at nine. We close at five."],
      ["person", "who is this?"],
      ["agent", "This is the second agent."],
    ]);
  });

  it("brings what the agent asks, and what comes of it, into the same thread", async () => {
    const { thread_id } = await post({ text: "Do I get a discount?", workflow_id: agentId });
    const question = await waitUntil("it is asked", async () =>
      (await eventsOf(thread_id)).find(({ kind }) => kind === "question"),
    );
    await untilMessages(thread_id, 2);
    await ours.operator.call(decideOperation, { body: { event_id: question.id, choice: "yes" } });
    await waitUntil("the agent goes on", async () =>
      (await messagesOf(thread_id)).some(([, text]) => text === "You get ten percent."),
    );
    expect((await eventsOf(thread_id)).map(({ kind }) => kind)).toEqual([
      "message",
      "question",
      "message",
      "decision",
      "message",
    ]);
  });

  it("is replied to by the sweep's workflow when nobody was told of it", async () => {
    const { thread_id } = await post({ text: "opening hours?", workflow_id: agentId });
    await untilMessages(thread_id, 2);
    const thread = await ours.test.everything
      .selectFrom("threads")
      .selectAll()
      .where("uuid", "=", thread_id)
      .executeTakeFirstOrThrow();
    const session = await ours.test.everything
      .selectFrom("thread_sessions")
      .selectAll()
      .where("thread_id", "=", thread.id)
      .executeTakeFirstOrThrow();
    const workflowId = threadContract.workflowId({ organizationId: thread.organization_id, threadId: thread.id });
    await ours.api.dependencies.temporal.workflow.getHandle(workflowId).result();
    const { organization_id } = thread;
    const event = await ours.test.everything
      .insertInto("timeline_events")
      .values({
        organization_id,
        kind: "message",
        actor: "user:1",
        summary: "who is this?",
        thread_id,
        agent_id: agentId,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await ours.test.everything
      .insertInto("thread_replies")
      .values({
        organization_id,
        thread_id: thread.id,
        event_id: event.id,
        agent_id: agentId,
        run_id: session.run_id,
      })
      .execute();
    await waitUntil("the sweep has it taken up", async () => {
      await restartLostThreads(ours.api.dependencies, { olderThanSeconds: 0 });
      return (await messagesOf(thread_id)).length === 4;
    });
    expect((await untilMessages(thread_id, 4)).at(-1)?.[1]).toBe("This is the second agent.");
  });
});

describe("a message in a channel", () => {
  it("is for its first agent that can reply, or for the one that it names", async () => {
    const channel = await createChannel(ours.admin);
    const [first, second] = [await agentIn(channel.id), await agentIn(channel.id)];
    await ours.test.everything.updateTable("agents").set({ name: "Desk" }).where("id", "=", second).execute();
    const { thread_id, workflow_id } = await post({ text: "opening hours?", folder_id: channel.id });
    expect(workflow_id).toBe(first);
    await untilMessages(thread_id, 2);
    expect((await post({ text: "@desk who is this?", thread_id })).workflow_id).toBe(second);
    const messages = await untilMessages(thread_id, 4);
    expect(messages.at(-1)).toEqual([`agent:${second}`, "This is the second agent."]);
    const { body } = await ours.operator.call(readTimelineOperation, {
      query: { folder_id: channel.id, kinds: "message" },
    });
    expect(body.events).toHaveLength(4);
    await ours.admin.call(setAgentStatusOperation, { params: { workflow_id: second }, body: { status: "archived" } });
    const refused = await ours.operator.refused(postMessageOperation, { body: { text: "@Desk?", thread_id } });
    expect(refused).toMatchObject({ status: 400, code: "agent_not_ready" });
  });

  it("without agents is there for its people, and nobody thinks about a reply", async () => {
    const channel = await createChannel(ours.admin);
    const { thread_id, workflow_id } = await post({ text: "Who takes the late shift?", folder_id: channel.id });
    expect(workflow_id).toBeNull();
    expect(await messagesOf(thread_id)).toHaveLength(1);
    const { body } = await ours.operator.call(readDraftOperation, { query: { folder_id: channel.id } });
    expect(body).toMatchObject({ status: "idle", text: "", started_at: null });
  });
});

describe("a message is refused", () => {
  it.each([
    ["without anybody it is for", {}, 422],
    ["for two at once", { workflow_id: 1, folder_id: 1 }, 422],
    ["for an agent that is not there", { workflow_id: 999_999 }, 404],
    ["for a channel that is not there", { folder_id: 999_999 }, 404],
    ["in a thread that is not there", { thread_id: "0f3fa2f7-ccef-4697-90ed-f6b39420c164" }, 404],
  ])("%s", async (_, target, status) => {
    expect(await ours.operator.refused(postMessageOperation, { body: { text: "Hello", ...target } })).toMatchObject({
      status,
    });
  });

  it("in a thread with somebody else, or of another organization", async () => {
    const { thread_id } = await post({ text: "opening hours?", workflow_id: agentId });
    const other = await ours.publish({});
    const body = { text: "Hello", thread_id, workflow_id: other };
    expect(await ours.operator.refused(postMessageOperation, { body })).toMatchObject({ status: 422 });
    const theirs = await createTenant(ours.test, "theirs");
    const stranger = ours.api.client({ token: theirs.operator.token });
    expect(await stranger.refused(postMessageOperation, { body: { text: "Hello", thread_id } })).toMatchObject({
      status: 404,
    });
    expect(await stranger.refused(readDraftOperation, { query: { thread_id } })).toMatchObject({ status: 404 });
  });

  it("by viewers, who may read along", async () => {
    const viewer = ours.api.client({ token: ours.tenant.viewer.token });
    expect(await viewer.refused(postMessageOperation, { body: { text: "Hello", workflow_id: agentId } })).toMatchObject(
      { status: 403 },
    );
  });
});

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { restartLostRequests } from "../../../activities/maintenance/restart-lost-requests.ts";
import { readTimelineOperation } from "../../../api/channels/channels.operations.ts";
import { endTextSessionOperation } from "../../../api/conversations/text/text-sessions.operations.ts";
import { decideOperation, listRequestsOperation } from "../../../api/requests/requests.operations.ts";
import { requestContract } from "../../../workflows/request/request.contract.ts";
import { createTenant } from "../../factories/tenant.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type AskingOrganization, startAskingOrganization } from "./asking-organization.ts";

const QUESTION = "May I give ten percent?";
const SCRIPT = [
  { when: "your colleagues answered: yes", say: "You get ten percent." },
  { when: "nobody answered in time", say: "Nobody could decide it today." },
  { when: "discount", call: { name: "ask_people", arguments: { question: QUESTION, choices: ["yes", "no"] } } },
  { when: "quick", call: { name: "ask_people", arguments: { question: "Quick?" } } },
  { when: "later", call: { name: "ask_people", arguments: { question: "When?", follow_up: "message" } } },
  { when: "nothing to ask", call: { name: "ask_people", arguments: {} } },
];

let ours: AskingOrganization;
let agentId: number;

beforeAll(async () => {
  ours = await startAskingOrganization(SCRIPT);
  agentId = await ours.publish({ ask_people: true });
});
afterAll(() => ours.close());

const asked = async () => {
  const session = await ours.talk(agentId);
  await session.send("Do I get a discount?");
  const row = await ours.request(({ run_id }) => run_id === session.runId);
  return { session, row };
};
const answer = async (token: string, event_id: number) => {
  const response = await fetch(`${ours.api.baseUrl}/api/v1/timeline/decide`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ event_id, text: "Yes, but not more" }),
  });
  return { status: response.status, text: await response.text() };
};
const saidLast = async (session: { said(): Promise<(string | undefined)[]> }) => (await session.said()).at(-1);

describe("a question of an agent in text", () => {
  it("is asked, answered by the first who does, and brought back into the conversation", async () => {
    const { session, row } = await asked();
    expect(await saidLast(session)).toBe("I have asked my colleagues, and come back to it when they answer.");
    const { body } = await ours.operator.call(decideOperation, { body: { event_id: row.event_id, choice: "yes" } });
    expect(body).toMatchObject({ state: "settled", decision: "answered", kind: "question" });
    await waitUntil("the agent has told of it", async () => (await saidLast(session)) === "You get ten percent.");
    await waitUntil("the request is finished", async () => (await ours.request(({ id }) => id === row.id)).finished_at);
    const events = (await ours.operator.call(readTimelineOperation, { query: { workflow_run_id: session.runId } }))
      .body;
    expect(events.events.filter(({ kind }) => kind === "question" || kind === "decision")).toMatchObject([
      { id: row.event_id, kind: "question", summary: QUESTION, payload: { choices: ["yes", "no"] } },
      { kind: "decision", summary: "yes", payload: { event_id: row.event_id, choice: "yes" } },
    ]);
    expect((await session.said()).filter((text) => text === "You get ten percent.")).toHaveLength(1);
  });

  it("is told to everybody else as answered, with who was first", async () => {
    const { row } = await asked();
    const answers = await Promise.all(
      [ours.tenant.operator, ours.tenant.admin, ours.tenant.owner].map(({ token }) => answer(token, row.event_id)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const late = answers.filter(({ status }) => status === 409);
    for (const { text } of late) expect(text).toMatch(/(operator|admin|owner) was first: answered at /);
  });

  it("is in the list of what is open until then, by its deadline, and in that of what is over with who settled it", async () => {
    const { row: later } = await asked();
    const { row: sooner } = await asked();
    const deadlines = [sooner, later].map(({ id }, index) =>
      ours.test.everything
        .updateTable("requests")
        .set({ expires_at: new Date(Date.now() + (index + 1) * 60_000) })
        .where("id", "=", id)
        .execute(),
    );
    await Promise.all(deadlines);
    const listed = async (query: object) => (await ours.operator.call(listRequestsOperation, { query })).body;
    const open = await listed({ workflow_id: agentId, kind: "question" });
    expect(open.requests.slice(0, 2)).toMatchObject([
      { event_id: sooner.event_id, subject: { text: QUESTION, choices: ["yes", "no"] } },
      { event_id: later.event_id, workflow_name: expect.any(String), settled_by: null, settled_by_name: null },
    ]);
    expect(await listed({ kind: "secret" })).toMatchObject({ requests: [], total_count: 0 });
    await ours.operator.call(decideOperation, { body: { event_id: sooner.event_id, choice: "no" } });
    expect((await listed({ limit: 1 })).total_count).toBe(open.total_count - 1);
    const [newest] = (await listed({ state: "settled", workflow_id: agentId })).requests.filter(
      ({ event_id }) => event_id === sooner.event_id,
    );
    expect(newest).toMatchObject({
      decision: "answered",
      answer: { choice: "no" },
      settled_by_name: expect.any(String),
    });
    const one = { state: "settled", event_id: sooner.event_id };
    expect(await listed(one)).toMatchObject({ requests: [newest], total_count: 1 });
    expect(await listed({ event_id: sooner.event_id })).toMatchObject({ requests: [], total_count: 0 });
  });

  it("expires by the database's clock, and the agent is told so", async () => {
    const { session, row } = await asked();
    await ours.test.everything
      .updateTable("requests")
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where("id", "=", row.id)
      .execute();
    const refused = await ours.operator.refused(decideOperation, { body: { event_id: row.event_id, choice: "no" } });
    expect(refused).toMatchObject({ status: 409, code: "request_expired" });
    const handle = ours.api.dependencies.temporal.workflow.getHandle(
      requestContract.workflowId({ organizationId: ours.tenant.organizationId, requestId: row.id }),
    );
    await handle.signal("look");
    await waitUntil("the agent knows", async () => (await saidLast(session)) === "Nobody could decide it today.");
    expect(await ours.request(({ id }) => id === row.id)).toMatchObject({ state: "expired", decision: null });
  });

  it("goes on without a workflow that somebody has ended, and is taken up again by the sweep", async () => {
    const { session, row } = await asked();
    const handle = ours.api.dependencies.temporal.workflow.getHandle(
      requestContract.workflowId({ organizationId: ours.tenant.organizationId, requestId: row.id }),
    );
    await handle.terminate("lost");
    await ours.test.everything
      .updateTable("requests")
      .set({ state: "settled", decision: "answered", answer: { choice: "yes" }, settled_by: "user:1" })
      .where("id", "=", row.id)
      .execute();
    // The sweep leaves it alone as long as the server's listing, which follows later, still names its workflow.
    await waitUntil("a sweep takes it up", async () => {
      await restartLostRequests(ours.api.dependencies, { olderThanSeconds: 0 });
      return (await handle.describe()).status.name !== "TERMINATED";
    });
    await waitUntil("the agent knows", async () => (await saidLast(session)) === "You get ten percent.");
  });

  it("is heard of by a workflow that was not told of its answer, as soon as the sweep comes by", async () => {
    const { session, row } = await asked();
    const handle = ours.api.dependencies.temporal.workflow.getHandle(
      requestContract.workflowId({ organizationId: ours.tenant.organizationId, requestId: row.id }),
    );
    await waitUntil("it waits", async () =>
      (await handle.fetchHistory()).events?.some(({ timerStartedEventAttributes }) => timerStartedEventAttributes),
    );
    // The state after an API was killed before it signalled anybody.
    const settled_at = new Date(Date.now() - 60_000);
    await ours.test.everything
      .updateTable("requests")
      .set({ state: "settled", decision: "answered", answer: { choice: "yes" }, settled_by: "user:1", settled_at })
      .where("id", "=", row.id)
      .execute();
    await restartLostRequests(ours.api.dependencies, { olderThanSeconds: 30 });
    await waitUntil("the agent knows", async () => (await saidLast(session)) === "You get ten percent.");
    await waitUntil("it is finished", async () => (await ours.request(({ id }) => id === row.id)).finished_at);
  });

  it("is passed on to the team as announced when its answer comes after the end, once", async () => {
    const session = await ours.talk(agentId);
    await session.send("Please tell me later");
    const row = await ours.request(({ run_id }) => run_id === session.runId);
    const params = { workflow_id: agentId, run_id: session.runId };
    await ours.operator.call(endTextSessionOperation, { params, body: {} });
    await waitUntil("the session is over", async () => {
      const run = ours.test.everything.selectFrom("call_runs").select("state").where("id", "=", session.runId);
      return (await run.executeTakeFirstOrThrow()).state === "completed";
    });
    await ours.operator.call(decideOperation, { body: { event_id: row.event_id, text: "On Monday" } });
    await waitUntil("it is finished", async () => (await ours.request(({ id }) => id === row.id)).finished_at);
    const { body } = await ours.operator.call(readTimelineOperation, { query: { kinds: "message" } });
    expect(body.events).toMatchObject([
      { kind: "message", summary: expect.stringContaining("When?"), payload: { answer: { text: "On Monday" } } },
    ]);
  });

  it("is refused with a choice that it does not name, and for another organization it is not there", async () => {
    const { row } = await asked();
    const body = { event_id: row.event_id, choice: "maybe" };
    expect(await ours.operator.refused(decideOperation, { body })).toMatchObject({ status: 422 });
    const theirs = await createTenant(ours.test, "theirs");
    const stranger = ours.api.client({ token: theirs.operator.token });
    expect(await stranger.refused(decideOperation, { body: { event_id: row.event_id, text: "Yes" } })).toMatchObject({
      status: 404,
    });
  });

  it("is not asked without words, nor where the step does not allow it", async () => {
    const session = await ours.talk(agentId);
    await session.send("nothing to ask");
    const rows = ours.test.everything.selectFrom("requests").select("id");
    expect(await rows.where("run_id", "=", session.runId).execute()).toEqual([]);
    const silent = await ours.talk(await ours.publish({}));
    await silent.send("Do I get a discount?");
    expect(await rows.where("run_id", "=", silent.runId).execute()).toEqual([]);
  });
});

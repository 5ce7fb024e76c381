import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { readTimelineOperation } from "../../../api/channels/channels.operations.ts";
import { readArgumentsOperation, settleActionOperation } from "../../../api/requests/requests.operations.ts";
import { createToolOperation } from "../../../api/tools/tools.operations.ts";
import { createTenant } from "../../factories/tenant.ts";
import { type HttpReceiver, respond, startHttpReceiver } from "../../harness/http-receiver.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type AskingOrganization, startAskingOrganization } from "./asking-organization.ts";

const SCRIPT = [
  { when: "confirmed and carried out: done", say: "Your table is booked." },
  { when: "it was declined", say: "It is not possible." },
  { when: "taken back afterwards", say: "Your table is given up again." },
  {
    when: "carefully",
    call: {
      name: "propose_action",
      arguments: { function: "send_news", arguments: { day: "Monday" }, summary: "News" },
    },
  },
  {
    when: "table",
    call: { name: "book_a_table", arguments: { day: "a-secret-monday", proposal_summary: "A table for two" } },
  },
];

let ours: AskingOrganization;
let receiver: HttpReceiver;
let agentId: number;

beforeAll(async () => {
  ours = await startAskingOrganization(SCRIPT);
});
afterAll(() => ours.close());
beforeEach(async () => {
  receiver = await startHttpReceiver();
  receiver.answer = (_request, response) => respond(response, 201, { id: 17 });
  agentId = await ours.publish({ tool_uuids: [await ours.bookingTool(receiver.url)] });
});
afterEach(() => receiver.close());

const proposed = async () => {
  const session = await ours.talk(agentId);
  await session.send("I want a table");
  return { session, row: await ours.request(({ run_id }) => run_id === session.runId) };
};
const settle = async (event_id: number, decision: "confirm" | "decline" | "undo") => {
  const response = await ours.operator.fetch("/api/v1/timeline/actions/settle", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ event_id, decision }),
  });
  return { status: response.status, text: await response.text() };
};
const finished = (id: number) =>
  waitUntil("it is finished", async () => (await ours.request((row) => row.id === id)).finished_at);
const sent = () => receiver.requests.map(({ method, url }) => `${method} ${url}`);

describe("an action that somebody has to confirm", () => {
  it("shows those who may confirm it what it would be given, and nobody else", async () => {
    const { row } = await proposed();
    const params = { action_event_id: row.event_id };
    const { body } = await ours.operator.call(readArgumentsOperation, { params });
    expect(body).toEqual({ event_id: row.event_id, arguments: { day: "a-secret-monday" } });
    const viewer = ours.api.client({ token: ours.tenant.viewer.token });
    expect(await viewer.refused(readArgumentsOperation, { params })).toMatchObject({ status: 403 });
    const stranger = ours.api.client({ token: (await createTenant(ours.test, "theirs")).operator.token });
    expect(await stranger.refused(readArgumentsOperation, { params })).toMatchObject({ status: 404 });
  });

  it("is proposed instead of run, run once when it is confirmed, and taken back once", async () => {
    const { session, row } = await proposed();
    expect(receiver.requests).toEqual([]);
    expect(row).toMatchObject({ kind: "action", subject: { summary: "A table for two", can_be_undone: true } });
    expect((await settle(row.event_id, "undo")).status).toBe(409);
    const counted: boolean[] = [];
    receiver.answer = (_request, response) => {
      counted.push(ours.hasToolCallsUnderWay());
      respond(response, 201, { id: 17 });
    };

    const clicks = await Promise.all([1, 2, 3].map(() => settle(row.event_id, "confirm")));
    expect(clicks.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    await waitUntil("the agent says so", async () => (await session.said()).at(-1) === "Your table is booked.");
    await finished(row.id);
    expect(sent()).toEqual(["POST /"]);
    expect(receiver.requests[0]?.body).toBe(JSON.stringify({ day: "a-secret-monday" }));

    const undone = await Promise.all([1, 2, 3].map(() => settle(row.event_id, "undo")));
    expect(undone.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(undone.find(({ status }) => status === 409)?.text).toMatch(/operator was first: undone at/);
    await waitUntil("the agent says so", async () => (await session.said()).at(-1) === "Your table is given up again.");
    await finished(row.id);
    expect(sent()).toEqual(["POST /", "DELETE /17"]);
    expect(counted).toEqual([true, true]);
    await waitUntil("the worker has none under way", () => !ours.hasToolCallsUnderWay());
  });

  it("is proposed also for a tool that needs no confirmation, where the agent thinks so", async () => {
    const free = { name: "Send news", requires_confirmation: false };
    const tool_uuids = [await ours.bookingTool(receiver.url, free)];
    const session = await ours.talk(await ours.publish({ propose_action: true, tool_uuids }));
    await session.send("Do it carefully");
    const row = await ours.request(({ run_id }) => run_id === session.runId);
    expect([row.subject["summary"], sent()]).toEqual(["News", []]);
    await settle(row.event_id, "confirm");
    await finished(row.id);
    expect(sent()).toEqual(["POST /"]);
  });

  it("is never run when it is declined", async () => {
    const { session, row } = await proposed();
    await ours.operator.call(settleActionOperation, { body: { event_id: row.event_id, decision: "decline" } });
    await waitUntil("the agent says so", async () => (await session.said()).at(-1) === "It is not possible.");
    expect((await settle(row.event_id, "confirm")).text).toMatch(/operator was first: declined/);
    expect((await settle(row.event_id, "undo")).status).toBe(409);
    expect(receiver.requests).toEqual([]);
  });

  it("shows what it is given in no event and no word of the conversation", async () => {
    const { session, row } = await proposed();
    await settle(row.event_id, "confirm");
    await finished(row.id);
    const timeline = await ours.operator.call(readTimelineOperation, { query: { workflow_run_id: session.runId } });
    expect(timeline.body.events.map(({ kind }) => kind)).toEqual([
      "call_started",
      "action_proposed",
      "action_settled",
      "action_settled",
    ]);
    const { everything } = ours.test;
    const rows = [
      await everything.selectFrom("timeline_events").selectAll().execute(),
      await everything.selectFrom("conversation_entries").selectAll().execute(),
      await everything.selectFrom("requests").selectAll().execute(),
    ];
    expect(JSON.stringify(rows)).not.toContain("a-secret-monday");
  });

  it("cannot be undone without a compensation, nor when it has failed", async () => {
    agentId = await ours.publish({ tool_uuids: [await ours.bookingTool(receiver.url, { compensation: null })] });
    const first = await proposed();
    await settle(first.row.event_id, "confirm");
    await finished(first.row.id);
    expect((await settle(first.row.event_id, "undo")).text).toMatch(/no compensation/);
  });
});

it("a tool that nobody could confirm or take back is refused with the reason", async () => {
  const definition = { type: "calculator" as const };
  const body = { name: "Sums", category: "calculator" as const, definition };
  const confirmed = await ours.owner.refused(createToolOperation, { body: { ...body, requires_confirmation: true } });
  expect(confirmed).toMatchObject({ status: 422, detail: [{ loc: ["body", "requires_confirmation"] }] });
  const undone = await ours.owner.refused(createToolOperation, { body: { ...body, compensation: { arguments: {} } } });
  expect(undone).toMatchObject({ status: 422, detail: [{ loc: ["body", "compensation"] }] });
});

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { confirmToolCall } from "../../../application/request/request-actions.ts";
import type { AgentTool, Tools } from "../../../domain/conversation/conversation.ports.ts";
import { settleRequest } from "../../../infra/postgres/request/settle-request.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { createRig, receptionDefinition, tool } from "./rig.ts";

/** A live call goes on while people are asked, and comes back to it by itself. */
const SCRIPT = [
  { when: "your colleagues answered: yes", say: "You get it." },
  { when: "nobody has answered yet", say: "I let you know later." },
  { when: "discount", call: { name: "ask_people", arguments: { question: "May I?", answer_within: "5 minutes" } } },
  { when: "weather", say: "It is fine." },
  { when: "confirmed and carried out: done", say: "It is booked." },
  { when: "it was declined", say: "That is not possible." },
  {
    when: "book it",
    call: {
      name: "book",
      arguments: {
        expression: "1",
        proposal_summary: "A table for two",
        proposal_follow_up: "call_back",
        proposal_answer_within: "1 hour",
      },
    },
  },
];
const ASKED = "I have asked my colleagues, and come back to it when they answer.";

let test: TestDatabase;
let tenant: Tenant;

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test);
});
afterAll(() => test.drop());

const BOOKING: AgentTool = { ...tool("Book", { schema_version: 1, type: "calculator" }), requiresConfirmation: true };
/** None of them runs by itself. */
const tools: Tools = {
  list: async (_organizationId, uuids) => [BOOKING].filter(({ uuid }) => uuids.includes(uuid)),
  run: () => Promise.reject(new Error("somebody has to confirm it")),
};

const startCall = async (text = "Do I get a discount?") => {
  const definition = receptionDefinition({
    start: { ask_people: true, tool_uuids: [BOOKING.uuid], wait_seconds: 12 },
  });
  const rig = await createRig(test, tenant, { definition, script: SCRIPT, tools });
  const call = await rig.open({ driver: "relay" });
  await call.conversation.begin({ turnKey: "begin", answeredBy: "person" });
  await call.conversation.hear({ turnKey: "1", kind: "speech", text });
  const request = await test.everything
    .selectFrom("requests")
    .selectAll()
    .where("run_id", "=", call.conversation.facts.runId)
    .executeTakeFirstOrThrow();
  const silence = (turnKey: string) => call.conversation.hear({ turnKey, kind: "silence" });
  return { ...call, request, silence };
};
const answer = (eventId: number) =>
  test.database.inOrganization(tenant.organizationId, (tx) =>
    settleRequest(tx, {
      eventId,
      kind: "question",
      decision: "answered",
      answer: { text: "yes" },
      settledBy: "user:1",
    }),
  );

/** As the agent has asked for. */
const minutesOpen = ({ created_at, expires_at }: { created_at: Date; expires_at: Date }) =>
  Math.round((expires_at.getTime() - created_at.getTime()) / 60_000);

describe("a question to people in a live call", () => {
  it("is answered while the conversation goes on: the agent says that it asks, looks soon and tells the answer", async () => {
    const { words, told, request, silence, conversation } = await startCall();
    expect(words().at(-1)).toBe(ASKED);
    expect(minutesOpen(request)).toBe(5);
    expect(told.at(-1)).toMatchObject({ kind: "listen", silenceSeconds: 5 });
    const before = words().length;
    await silence("2");
    expect(words()).toHaveLength(before);
    await conversation.hear({ turnKey: "3", kind: "speech", text: "How is the weather?" });
    expect(words().at(-1)).toBe("It is fine.");
    await answer(request.event_id);
    await silence("4");
    expect(words().at(-1)).toBe("You get it.");
    expect(told.at(-1)).toMatchObject({ kind: "listen", silenceSeconds: 10 });
    await silence("5");
    expect(words().filter((text) => text === "You get it.")).toHaveLength(1);
  });

  it("is waited for as long as its step says: then the agent says so, and an answer that comes later is told too", async () => {
    const { words, request, silence } = await startCall();
    await test.everything
      .updateTable("requests")
      .set({ wait_until: new Date(Date.now() - 1000) })
      .where("id", "=", request.id)
      .execute();
    await silence("2");
    expect(words().at(-1)).toBe("I let you know later.");
    await answer(request.event_id);
    await silence("3");
    expect(words().at(-1)).toBe("You get it.");
  });
});

describe("an action in a live call that somebody has to confirm", () => {
  const settle = (eventId: number, decision: "confirmed" | "declined") =>
    test.database.inOrganization(tenant.organizationId, async (tx) => {
      const settled = await settleRequest(tx, { eventId, kind: "action", decision, answer: {}, settledBy: "user:1" });
      if (settled.kind === "settled" && decision === "confirmed") await confirmToolCall(tx, settled.request);
    });
  /** As the request's workflow does it. */
  const carryOut = async ({ id, tool_call_id: uuid }: { id: number; tool_call_id: string | null }) => {
    await test.everything.updateTable("tool_calls").set({ state: "done" }).where("uuid", "=", uuid).execute();
    await test.everything.updateTable("requests").set({ carried_out_at: new Date() }).where("id", "=", id).execute();
  };

  it("is proposed: the agent says so, goes on, and tells what came of it once it is carried out", async () => {
    const { words, told, request, silence, conversation } = await startCall("Please book it");
    expect(words().at(-1)).toBe("I have proposed it to my colleagues, and come back to it when they confirm it.");
    expect(told.at(-1)).toMatchObject({ kind: "listen", silenceSeconds: 5 });
    expect(request).toMatchObject({ kind: "action", state: "open", follow_up: "call_back" });
    expect(minutesOpen(request)).toBe(60);
    await conversation.hear({ turnKey: "2", kind: "speech", text: "How is the weather?" });
    expect(words().at(-1)).toBe("It is fine.");
    await settle(request.event_id, "confirmed");
    await silence("3");
    expect(words()).not.toContain("It is booked.");
    await carryOut(request);
    await silence("4");
    expect(words().at(-1)).toBe("It is booked.");
    await silence("5");
    expect(words().filter((text) => text === "It is booked.")).toHaveLength(1);
  });

  it("is waited for as long as its step says, and is not done when it is declined", async () => {
    const { words, request, silence } = await startCall("Please book it");
    await test.everything
      .updateTable("requests")
      .set({ wait_until: new Date(Date.now() - 1000) })
      .where("id", "=", request.id)
      .execute();
    await silence("2");
    expect(words().at(-1)).toBe("I let you know later.");
    await settle(request.event_id, "declined");
    await silence("3");
    expect(words().at(-1)).toBe("That is not possible.");
    const call = test.everything.selectFrom("tool_calls").select("state").where("uuid", "=", request.tool_call_id);
    expect(await call.executeTakeFirstOrThrow()).toEqual({ state: "proposed" });
  });
});

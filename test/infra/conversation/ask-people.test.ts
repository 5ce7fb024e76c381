import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { settleRequest } from "../../../infra/postgres/request/settle-request.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { createRig, receptionDefinition } from "./rig.ts";

/** A live call goes on while people are asked, and comes back to it by itself. */
const SCRIPT = [
  { when: "your colleagues answered: yes", say: "You get it." },
  { when: "nobody has answered yet", say: "I let you know later." },
  { when: "discount", call: { name: "ask_people", arguments: { question: "May I?" } } },
  { when: "weather", say: "It is fine." },
];
const ASKED = "I have asked my colleagues, and come back to it when they answer.";

let test: TestDatabase;
let tenant: Tenant;

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test);
});
afterAll(() => test.drop());

const startCall = async () => {
  const definition = receptionDefinition({ start: { ask_people: true, wait_seconds: 12 } });
  const rig = await createRig(test, tenant, { definition, script: SCRIPT });
  const call = await rig.open({ driver: "relay" });
  await call.conversation.begin({ turnKey: "begin", answeredBy: "human" });
  await call.conversation.hear({ turnKey: "1", kind: "speech", text: "Do I get a discount?" });
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

describe("a question to people in a live call", () => {
  it("is answered while the conversation goes on: the agent says that it asks, looks soon and tells the answer", async () => {
    const { words, told, request, silence, conversation } = await startCall();
    expect(words().at(-1)).toBe(ASKED);
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

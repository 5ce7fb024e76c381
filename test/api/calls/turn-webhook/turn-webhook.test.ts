import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { sealCredentials } from "../../../../infra/postgres/telephony/telephony.repository.ts";
import { receptionDefinition } from "../../../application/conversation/rig.ts";
import { createAgentRows } from "../../../factories/agents.ts";
import { createRunRow } from "../../../factories/calls.ts";
import { createTenant, type Tenant } from "../../../factories/tenant.ts";
import { transferTool } from "../../../factories/transfer-tool.ts";
import { startTestApi, type TestApi } from "../../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";
import { testSecrets } from "../../../harness/test-secrets.ts";
import type { RunRow } from "../../conversations/talking-organization.ts";
import { type AskingCarrier, type Event, plivo, type Told, twilio, vonage } from "./asking-carriers.ts";

let test: TestDatabase;
let api: TestApi;
let other: TestApi;
let tenant: Tenant;
let run: RunRow;

beforeAll(async () => {
  test = await createTestDatabase();
  api = await startTestApi(test);
  // Under the same public address, as a second process behind a load balancer.
  other = await startTestApi(test, { environment: { PUBLIC_BASE_URL: api.baseUrl } });
});
afterAll(async () => {
  await other.close();
  await api.close();
  await test.drop();
});

const GREETING = "Hello Ada, this is Mira.";

const SCRIPT = [
  // A person who speaks on does so while the model is thinking, however busy the machine is.
  { when: "very slow", say: "First I look. Then I tell you.", delay_ms: 60_000 },
  { when: "slow", say: "First I look. Then I tell you.", delay_ms: 8000 },
  { when: "colleague", call: { name: "colleague" } },
  { when: "do-not-call", say: "I may not call them." },
  { when: "nobody could", say: "They are away, I am sorry." },
];

const CARRIERS: [string, AskingCarrier][] = [
  ["twilio", twilio],
  ["plivo", plivo],
  ["vonage", vonage],
];

/** A busy machine may owe some of a turn when the carrier must have its answer: the carrier asks for the rest. */
const withRest = async <T extends Pick<Told, "said" | "listenUrl">>(
  told: T,
  askFor: (url: string) => Promise<T>,
): Promise<T> => {
  if (!told.listenUrl?.includes("part=")) return told;
  const rest = await withRest(await askFor(told.listenUrl), askFor);
  return { ...rest, said: [...told.said, ...rest.said] };
};

describe.each(CARRIERS)("a conversation turn by turn through %s", (provider, carrier) => {
  beforeEach(async () => {
    tenant = await createTenant(test);
    run = await placedRun(provider, carrier);
  });

  const askOnce = async (url: string, event: Event, through: TestApi): Promise<Told> => {
    const answer = await fetch(
      url.replace(api.baseUrl, through.baseUrl),
      carrier.request(url, `call-${run.id}`, event),
    );
    expect(answer.status).toBe(200);
    const document = await answer.text();
    return { ...carrier.read(document), document };
  };
  const ask = async (url: string, event: Event, through: TestApi = api): Promise<Told> =>
    withRest(await askOnce(url, event, through), (rest) => askOnce(rest, { kind: "silence" }, through));
  const answerUrl = () =>
    `${api.baseUrl}/api/v1/telephony/callbacks/${provider}/${tenant.organizationId}/${run.uuid}/answer`;
  const begin = (event: Event = { kind: "begin" }) => ask(answerUrl(), event);
  const say = (told: Told, text: string, through?: TestApi) =>
    ask(told.listenUrl ?? "", { kind: "speech", text }, through);
  /** The answer that the carrier gets while the model thinks. A busy machine may have no word ready: then another call is held. */
  const sayMeanwhile = async (text: string) => {
    for (let triesLeft = 20; ; triesLeft -= 1) {
      const greeted = await begin();
      const meanwhile = await askOnce(greeted.listenUrl ?? "", { kind: "speech", text }, api);
      if (meanwhile.said.length > 0 || triesLeft === 0) return { greeted, meanwhile };
      tenant = await createTenant(test);
      run = await placedRun(provider, carrier);
    }
  };

  it("goes through the agent's steps to its end, whichever process is asked", async () => {
    const greeted = await begin();
    expect(greeted.said.join(" ")).toBe(GREETING);
    const asked = await say(greeted, "I want to book an appointment", other);
    expect(asked.said.join(" ")).toContain("Which day suits you?");
    const over = await say(asked, "Monday, and that is finished");
    expect(over.said.join(" ")).toContain("Thank you for calling.");
    expect(over).toMatchObject({ hangsUp: true, listenUrl: null });
    expect(await runRow()).toMatchObject({ state: "in_progress", holds_conversation: true });
  });

  it("answers a duplicated webhook with the same document, at once and later, and hears it once", async () => {
    const greeted = await begin();
    expect((await begin()).document).toBe(greeted.document);
    const [first, second] = await Promise.all([
      say(greeted, "I want to book an appointment"),
      say(greeted, "I want to book an appointment", other),
    ]);
    expect(second?.document).toBe(first?.document);
    const later = await say(greeted, "I want to book an appointment");
    expect(later.document).toBe(first?.document);
    expect(await heardTexts()).toEqual(["I want to book an appointment"]);
  });

  it("goes on after a lost webhook: whoever hears nothing is asked, and answers", async () => {
    const greeted = await begin();
    // The person's words were lost; the carrier only reports silence.
    const reminded = await ask(greeted.listenUrl ?? "", { kind: "silence" });
    expect(reminded.said.length).toBeGreaterThan(0);
    const asked = await say(reminded, "I want to book an appointment");
    expect(asked.said.join(" ")).toContain("Which day suits you?");
  });

  it("says something within the carrier's time when the model is slow, and the rest with the next request", async () => {
    // The model needs longer than carriers wait: it has not answered yet.
    const { greeted, meanwhile } = await sayMeanwhile("slow please");
    expect(meanwhile.said).toEqual(["One moment, please."]);
    const rest = await ask(meanwhile.listenUrl ?? "", { kind: "silence" }, other);
    expect(rest.said.join(" ")).toBe("First I look. Then I tell you.");
    expect(rest.listenUrl).not.toBe(greeted.listenUrl);
    expect(await heardTexts()).toEqual(["slow please"]);
  });

  it("answers whoever speaks on while the agent thinks, and says nothing more of what it was at", async () => {
    const { meanwhile } = await sayMeanwhile("very slow please");
    expect(meanwhile.said).toEqual(["One moment, please."]);
    const answer = await say(meanwhile, "I want to book an appointment", other);
    expect(answer.said).toEqual(["One second, Ada.", "Which day suits you?"]);
    const again = await say(meanwhile, "I want to book an appointment");
    expect(again.document).toBe(answer.document);
    expect(await heardTexts()).toEqual(["very slow please", "I want to book an appointment"]);
    expect(await saidTexts()).toEqual([GREETING, "One moment, please.", ...answer.said]);
  });

  it("connects the person to a colleague, and goes on when nobody is there", async () => {
    const greeted = await begin();
    const transfer = await say(greeted, "Give me a colleague");
    expect(transfer.transferTo).toContain("14155550199");
    const back = await ask(transfer.afterUrl ?? "", { kind: "transfer_ended", outcome: "busy" });
    expect(back.said.join(" ")).toBe("They are away, I am sorry.");
    const again = await ask(transfer.afterUrl ?? "", { kind: "transfer_ended", outcome: "busy" });
    expect(again.said).toEqual(back.said);
  });

  const doNotCall = (phone_number: string) =>
    test.everything
      .insertInto("do_not_call")
      .values({ organization_id: tenant.organizationId, phone_number, source: "manual" })
      .execute();

  it("connects nobody who must not be called, and goes on", async () => {
    await doNotCall("+14155550199");
    const greeted = await begin();
    const refused = await say(greeted, "Give me a colleague");
    expect([refused.transferTo ?? "", refused.said.join(" ")]).toEqual(["", expect.stringContaining("do-not-call")]);
    const again = await say(refused, "Then a colleague, please");
    expect([again.transferTo ?? "", again.said.join(" ")]).toEqual(["", expect.stringContaining("do-not-call")]);
  });

  it("looks again when the carrier asks again: a number that was listed meanwhile is not called", async () => {
    const greeted = await begin();
    expect((await say(greeted, "Give me a colleague")).transferTo).toContain("14155550199");
    await doNotCall("+14155550199");
    const again = await say(greeted, "Give me a colleague");
    expect([again.transferTo ?? "", again.said.join(" ")]).toEqual(["", "I may not call them."]);
    const third = await say(greeted, "Give me a colleague");
    expect(third.said).toEqual(again.said);
  });

  it("connects the organization's own number, whatever list it is on", async () => {
    await doNotCall("+14155550199");
    await test.everything
      .insertInto("phone_numbers")
      .values({
        organization_id: tenant.organizationId,
        telephony_configuration_id: tenant.simulatorAccountId,
        address: "+14155550199",
        address_normalized: "+14155550199",
        address_type: "pstn",
      })
      .execute();
    const greeted = await begin();
    expect((await say(greeted, "Give me a colleague")).transferTo).toContain("14155550199");
  });

  it("refuses whoever does not sign as the carrier, and says nothing of a call that is over", async () => {
    const { body, method } = carrier.request(answerUrl(), "call", { kind: "begin" });
    expect((await fetch(answerUrl(), { method: method ?? "POST", body: body ?? "" })).status).toBe(403);
    await test.everything.updateTable("call_runs").set({ state: "completed" }).where("id", "=", run.id).execute();
    expect(await begin()).toMatchObject({ said: [], hangsUp: true });
  });
});

it("looks again after a relay: a number that was listed since the agent asked for it is not called", async () => {
  tenant = await createTenant(test);
  run = await placedRun("twilio", twilio);
  const answerUrl = `${api.baseUrl}/api/v1/telephony/callbacks/twilio/${tenant.organizationId}/${run.uuid}/answer`;
  const ask = async (address: string, event: Event) => {
    const document = await (await fetch(address, twilio.request(address, "CA1", event))).text();
    return { ...twilio.read(document), document };
  };
  const converse = (turnByTurn: boolean) =>
    test.everything
      .updateTable("telephony_configurations")
      .set(
        sealCredentials(
          { ...twilio.credentials, turn_by_turn: turnByTurn },
          { organizationId: tenant.organizationId, secrets: testSecrets },
        ),
      )
      .where("organization_id", "=", tenant.organizationId)
      .where("provider", "=", "twilio")
      .execute();
  // The agent's request on a relay is in its last turn; here documents hold that turn.
  await converse(false);
  const { document } = await ask(answerUrl, { kind: "begin" });
  const relayEnded = /<Connect[^>]* action="([^"]*)"/.exec(document)?.[1]?.replaceAll("&amp;", "&") ?? "";
  await converse(true);
  const greeted = await ask(answerUrl, { kind: "begin" });
  expect((await ask(greeted.listenUrl ?? "", { kind: "speech", text: "Give me a colleague" })).transferTo).toContain(
    "14155550199",
  );
  await converse(false);
  expect((await ask(relayEnded, { kind: "silence" })).transferTo).toContain("14155550199");
  await test.everything
    .insertInto("do_not_call")
    .values({ organization_id: tenant.organizationId, phone_number: "+14155550199", source: "manual" })
    .execute();
  const again = await ask(relayEnded, { kind: "silence" });
  expect(again.transferTo).toBeNull();
  // The conversation goes on, on another relay.
  expect(again.document).toContain("<Connect");
});

it("words over a slow turn may take their time, too", async () => {
  tenant = await createTenant(test);
  run = await placedRun("twilio", twilio);
  const url = `${api.baseUrl}/api/v1/telephony/callbacks/twilio/${tenant.organizationId}/${run.uuid}/answer`;
  const askOnce = async (address: string, event: Event) =>
    twilio.read(await (await fetch(address, twilio.request(address, "CA1", event))).text());
  const ask = async (address: string, event: Event) =>
    withRest(await askOnce(address, event), (rest) => askOnce(rest, { kind: "silence" }));
  const greeted = await ask(url, { kind: "begin" });
  const first = await askOnce(greeted.listenUrl ?? "", { kind: "speech", text: "slow please" });
  const second = await askOnce(first.listenUrl ?? "", { kind: "speech", text: "slow again" });
  // A busy machine may have no word ready when the carrier must have its answer.
  expect(["One moment, please.", ""]).toContain(second.said.join(" "));
  const rest = await ask(second.listenUrl ?? "", { kind: "silence" });
  expect(rest.said.join(" ")).toBe("First I look. Then I tell you.");
  expect(await heardTexts()).toEqual(["slow please", "slow again"]);
});

it("a voicemail is left its message by a carrier that tells a machine with the answer", async () => {
  tenant = await createTenant(test);
  run = await placedRun("twilio", twilio, {
    voicemail_detection: { enabled: true, action: "leave_message", message: "Please call us back." },
  });
  const url = `${api.baseUrl}/api/v1/telephony/callbacks/twilio/${tenant.organizationId}/${run.uuid}/answer`;
  const answer = await fetch(url, twilio.request(url, "CA1", { kind: "begin", machine: true }));
  expect(twilio.read(await answer.text())).toMatchObject({ said: ["Please call us back."], hangsUp: true });
});

const placedRun = async (provider: string, carrier: AskingCarrier, configurations: object = {}): Promise<RunRow> => {
  const { organizationId } = tenant;
  const { id: telephonyAccountId } = await test.everything
    .insertInto("telephony_configurations")
    .values({
      organization_id: organizationId,
      name: provider,
      provider,
      ...sealCredentials(carrier.credentials, { organizationId, secrets: testSecrets }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await test.everything
    .insertInto("model_configurations")
    .values({
      organization_id: organizationId,
      part: "llm",
      provider: "local",
      model: "scripted",
      base_url: null,
      settings: { script: SCRIPT },
    })
    .execute();
  const { tool_uuid } = await test.everything
    .insertInto("tools")
    .values({ organization_id: organizationId, name: "colleague", category: "transfer_call", definition: transferTool })
    .returning("tool_uuid")
    .executeTakeFirstOrThrow();
  const agent = await createAgentRows(test, tenant, {
    definition: receptionDefinition({ start: { tool_uuids: [tool_uuid] } }),
    configurations: { max_call_duration: 1200, call_recording_enabled: false, ...configurations },
  });
  // The request for the call is not answered yet: its row has no carrier's id.
  return createRunRow(
    test,
    { organizationId, ...agent },
    {
      uuid: randomUUID(),
      telephony_configuration_id: telephonyAccountId,
      provider,
      caller_number: "+14155550100",
      called_number: "+14155550101",
      state: "dialing",
      carrier_requested_at: new Date(),
      initial_context: { name: "Ada", company: "Example" },
    },
  );
};

const runRow = () =>
  test.everything.selectFrom("call_runs").selectAll().where("id", "=", run.id).executeTakeFirstOrThrow();

const heardTexts = () => textsOf("person");
const saidTexts = async () => (await textsOf("agent")).filter((text) => text !== "");

const textsOf = async (speaker: "person" | "agent") => {
  const entries = await test.everything
    .selectFrom("conversation_entries")
    .select(["text", "heard"])
    .where("run_id", "=", run.id)
    .where("speaker", "=", speaker)
    .where("discarded_at", "is", null)
    .orderBy("id")
    .execute();
  return entries.map(({ text, heard }) => heard ?? text);
};

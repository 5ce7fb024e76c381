import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { callRunContract } from "../../../../workflows/call-run/call-run.contract.ts";
import { transferTool } from "../../../factories/transfer-tool.ts";
import { waitUntil } from "../../../harness/wait-until.ts";
import { type CallingPlatform, startCallingPlatform } from "../../calls/calling-platform.ts";
import { type AgentSettings, heardOn, openTalkingOrganization, untilOver, wordsOf } from "../talking-organization.ts";

let platform: CallingPlatform;

beforeAll(async () => {
  platform = await startCallingPlatform({ speed: 300, defaults: { outcomes: ["answered"], ring_seconds: 1 } });
});
afterAll(() => platform.close());

const GREETING = "Hello Ada, this is Mira.";

describe("a conversation over the relay", () => {
  it("goes through the agent's steps to its end", async () => {
    const organization = await openTalkingOrganization(platform);
    const runId = await organization.call({
      talk: [
        { says: "I want to book an appointment", partials: true },
        { says: "Monday, and that is finished" },
        // Stays on the line until the agent has hung up, however busy the machine is.
        { waits_seconds: 9_000 },
      ],
    });
    const run = await untilOver(platform, runId);
    expect(run).toMatchObject({ state: "completed", outcome: "answered", holds_conversation: true });
    const heard = await heardOn(platform, run.carrier_call_id ?? "");
    expect(heard[0]).toBe(`agent said: ${GREETING}`);
    expect(heard).toContain("person said: I want to book an appointment");
    expect(heard.join("\n")).toContain("One second, Ada.");
    expect(heard.join("\n")).toContain("Thank you for calling.");
    expect(heard.at(-1)).toBe("agent hung_up");
    const words = await wordsOf(platform, runId);
    expect(words[0]).toBe(`agent: ${GREETING}`);
    expect(words).toContain("person: I want to book an appointment");
    await waitUntil("its conclusions are drawn", async () => {
      const conversation = await platform.test.everything
        .selectFrom("conversations")
        .selectAll()
        .where("run_id", "=", runId)
        .executeTakeFirstOrThrow();
      return conversation.state === "ended" && conversation.concluded_at;
    });
  });

  it.each([{ turn_by_turn: false }, { turn_by_turn: true }])(
    "is spoken by the voice that the agent's settings name: %p",
    async (account) => {
      const voice = { provider: "amazon", voice_id: "Amy", language: "en-GB" };
      const configurations = { voice: { ...voice, speed: null } };
      const organization = await openTalkingOrganization(platform, { configurations, account });
      const runId = await organization.call({ talk: [{ says: "Hello?" }] });
      const run = await untilOver(platform, runId);
      const call = JSON.parse(await (await platform.simulator.ask("GET", `/v1/calls/${run.carrier_call_id}`)).text());
      expect(call).toMatchObject({ outcome: "answered", voice });
    },
  );

  it("keeps of an interrupted reply what was heard, and answers what was said over it", async () => {
    const organization = await openTalkingOrganization(platform, {
      script: [
        { when: "hours", say: "We are open on weekdays from nine in the morning until six in the evening." },
        { when: "saturday", say: "Saturdays we are closed." },
      ],
    });
    const runId = await organization.call({
      talk: [{ says: "What are your hours?" }, { interrupts_after_words: 4, says: "And on saturday?" }],
      speed: 20,
    });
    const run = await untilOver(platform, runId);
    const heard = await heardOn(platform, run.carrier_call_id ?? "");
    expect(heard).toContain("agent cut_off: We are open on");
    const words = await wordsOf(platform, runId);
    const cut = words.indexOf("agent: We are open on");
    expect(cut).toBeGreaterThan(0);
    expect(words.slice(cut + 1)).toEqual(["person: And on saturday?", "agent: Saturdays we are closed."]);
  });

  it("runs a tool as an activity of the call's workflow, once, with nothing but ids in its history", async () => {
    const organization = await openTalkingOrganization(platform, {
      tools: { calculator: { schema_version: 1, type: "calculator" } },
      script: [{ when: "percent", call: { name: "calculator", arguments: { expression: "120 * 0.19" } } }],
    });
    const runId = await organization.call({ talk: [{ says: "How much is 19 percent of 120?" }], speed: 20 });
    const run = await untilOver(platform, runId);
    const heard = await heardOn(platform, run.carrier_call_id ?? "");
    expect(heard.join("\n")).toContain("22.8");
    const calls = await platform.test.everything
      .selectFrom("tool_calls")
      .select(["uuid", "state", "attempts"])
      .where("run_id", "=", runId)
      .execute();
    expect(calls).toEqual([{ uuid: expect.any(String), state: "done", attempts: 1 }]);
    const workflow = platform.api.dependencies.temporal.workflow.getHandle(
      callRunContract.workflowId({ organizationId: run.organization_id, runUuid: run.uuid }),
    );
    // The follow-up of a call is done after the call is over.
    const events = await waitUntil("the transcript is written", async () => {
      const history = (await workflow.fetchHistory()).events ?? [];
      const scheduled = history.flatMap((event) => event.activityTaskScheduledEventAttributes ?? []);
      return scheduled.some(({ activityType }) => activityType?.name === "writeTranscript") && history;
    });
    const scheduled = events.flatMap((event) => event.activityTaskScheduledEventAttributes ?? []);
    expect(scheduled.map(({ activityType }) => activityType?.name)).toEqual(
      expect.arrayContaining(["placeCall", "runTool", "concludeCall", "writeTranscript"]),
    );
    const payloads = JSON.stringify(events, (_key, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString() : value,
    );
    expect(payloads).toContain(calls[0]?.uuid);
    expect(payloads).not.toMatch(/percent|0\.19|22\.8|4155550101/);
  });

  const transferring: AgentSettings = {
    tools: {
      colleague: transferTool,
    },
    script: [
      { when: "colleague", call: { name: "colleague" } },
      { when: "nobody", say: "They are away, I am sorry." },
    ],
  };

  it("connects the person to somebody else, and is over when they have talked", async () => {
    const organization = await openTalkingOrganization(platform, transferring);
    const runId = await organization.call({ talk: [{ says: "Give me a colleague" }], speed: 20 });
    const run = await untilOver(platform, runId);
    const heard = await heardOn(platform, run.carrier_call_id ?? "");
    expect(heard).toContain("agent transferred: +14155550199");
    expect(await findConversation(runId)).toMatchObject({ state: "ended", end_reason: "call_transferred" });
  });

  it("goes on when nobody could be connected", async () => {
    const organization = await openTalkingOrganization(platform, transferring);
    const runId = await organization.call({
      talk: [{ says: "Give me a colleague" }, { says: "Thank you" }],
      behaviour: { transfer_outcome: "busy" },
      speed: 20,
    });
    const run = await untilOver(platform, runId);
    const heard = await heardOn(platform, run.carrier_call_id ?? "");
    const after = heard.slice(heard.indexOf("agent transferred: +14155550199") + 1);
    expect(after[0]).toBe("agent said: They are away, I am sorry.");
    expect(after).toContain("person said: Thank you");
  });

  it("leaves a message on a voicemail", async () => {
    const organization = await openTalkingOrganization(platform, {
      configurations: {
        voicemail_detection: { enabled: true, action: "leave_message", message: "Please call us back." },
      },
    });
    const runId = await organization.call({ behaviour: { outcomes: ["voicemail"] }, speed: 20 });
    const run = await untilOver(platform, runId);
    expect(run).toMatchObject({ outcome: "voicemail", answered_by: "voicemail" });
    const heard = await heardOn(platform, run.carrier_call_id ?? "");
    // A machine that speaks before it is known to be one may have been answered.
    const said = heard.filter((line) => line.startsWith("agent said: ")).join(" ");
    expect(said.endsWith("Please call us back.")).toBe(true);
    expect(said.split("Please call us back.")).toHaveLength(2);
    expect(heard.join("\n")).not.toContain(GREETING);
    expect(await findConversation(runId)).toMatchObject({ end_reason: "voicemail_left" });
  });

  it("hangs up on a mailbox while it still speaks", async () => {
    const organization = await openTalkingOrganization(platform, {
      configurations: { voicemail_detection: { enabled: true } },
    });
    const says = "You've reached Paula. Please leave a message after the tone, or call my office at the number below.";
    const runId = await organization.call({ talk: [{ says, partials: true }, { waits_seconds: 9_000 }], speed: 20 });
    const run = await untilOver(platform, runId);
    expect(run).toMatchObject({ answered_by: "voicemail", outcome: "voicemail" });
    expect(says.startsWith(run.answer_evidence?.words ?? "nothing")).toBe(true);
    expect((run.answer_evidence?.words ?? says).length).toBeLessThan(says.length);
    expect(await findConversation(runId)).toMatchObject({ end_reason: "voicemail_detected" });
  });

  it("ends when the person hangs up in the middle of a sentence", async () => {
    const organization = await openTalkingOrganization(platform, {
      script: [{ when: "hours", say: "We are open on weekdays from nine in the morning until six in the evening." }],
    });
    const runId = await organization.call({
      talk: [{ says: "What are your hours?" }, { hangs_up_after_words: 4 }],
      speed: 20,
    });
    const run = await untilOver(platform, runId);
    expect(run).toMatchObject({ state: "completed", outcome: "answered" });
    expect(await findConversation(runId)).toMatchObject({ state: "ended", end_reason: "user_hangup" });
  });

  it("begins before the carrier has answered the request for the call", async () => {
    const organization = await openTalkingOrganization(platform);
    const runId = await organization.call({
      talk: [{ says: "I want to book an appointment" }],
      behaviour: { misbehaviours: { event_before_response: 1, slow_response: 1, slow_response_ms: 1500 } },
      speed: 60,
    });
    const run = await untilOver(platform, runId);
    expect(run).toMatchObject({ state: "completed", outcome: "answered" });
    expect((await wordsOf(platform, runId))[0]).toBe(`agent: ${GREETING}`);
  });

  it("puts whoever asks not to be called again on the do-not-call list", async () => {
    const organization = await openTalkingOrganization(platform, {
      script: [{ when: "never", call: { name: "never_call_again" } }],
    });
    const runId = await organization.call({ talk: [{ says: "Never call me again" }], speed: 20 });
    expect(await untilOver(platform, runId)).toMatchObject({ outcome: "opted_out", opted_out: true });
    expect(await listedOf(organization)).toEqual([{ phone_number: "+14155550101" }]);
  });

  it("puts on it also whoever asks for it and hangs up before the agent has answered", async () => {
    const organization = await openTalkingOrganization(platform, {
      script: [{ when: "never", delay_ms: 8_000, call: { name: "never_call_again" } }],
    });
    const talk = [{ says: "Never call me again" }, { waits_seconds: 2 }, { hangs_up: true as const }];
    const runId = await organization.call({ talk, speed: 20 });
    await waitUntil("its conclusions are drawn", async () => (await findConversation(runId))?.concluded_at);
    expect(await untilOver(platform, runId)).toMatchObject({ outcome: "opted_out", opted_out: true });
    expect(await listedOf(organization)).toEqual([{ phone_number: "+14155550101" }]);
  });

  it("costs a call without conversation nothing: no words, no further events", async () => {
    const organization = await openTalkingOrganization(platform, { account: { conversations: false } });
    const runId = await organization.call({ behaviour: { talk_seconds: 5 } });
    const run = await untilOver(platform, runId);
    expect(run.holds_conversation).toBe(false);
    const { events } = await platform.api.dependencies.temporal.workflow
      .getHandle(callRunContract.workflowId({ organizationId: run.organization_id, runUuid: run.uuid }))
      .fetchHistory();
    const names = (events ?? []).flatMap(
      (event) => event.activityTaskScheduledEventAttributes?.activityType?.name ?? [],
    );
    expect(names).toEqual(["placeCall"]);
  });
});

const findConversation = (runId: number) =>
  platform.test.everything.selectFrom("conversations").selectAll().where("run_id", "=", runId).executeTakeFirst();

const listedOf = ({ organizationId }: { organizationId: number }) =>
  platform.test.everything
    .selectFrom("do_not_call")
    .select("phone_number")
    .where("organization_id", "=", organizationId)
    .execute();

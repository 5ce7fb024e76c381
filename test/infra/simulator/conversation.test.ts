import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { NextStep } from "../../../domain/call/call-instructions.ts";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import type { SimulatorScriptInput } from "../../../infra/simulator/script.ts";
import { createSimulatorServer, type SimulatorServer } from "../../../infra/simulator/server.ts";
import type { Heard } from "../../../infra/simulator/talk.ts";
import type { Carrier } from "../../../infra/telephony/carrier.ts";
import { createSimulatorCarrier } from "../../../infra/telephony/simulator/simulator.carrier.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { createSimulatorClient } from "./simulator-client.ts";
import { startTalkingPlatform, type TalkingPlatform } from "./talking-platform.ts";

const signingKey = "a key of the simulator's tests";
const TO = "+12025550142";
const HANG_UP = { say: [], language: "en-US", next: { kind: "hang_up" } } as const;

type Talk = NonNullable<NonNullable<SimulatorScriptInput["defaults"]>["talk"]>;

describe("a conversation with the simulator", () => {
  let server: SimulatorServer;
  let client: ReturnType<typeof createSimulatorClient>;
  let carrier: Carrier;
  let platform: TalkingPlatform;
  beforeEach(async () => {
    server = createSimulatorServer({ signingKey });
    const baseUrl = await server.listen(0, "127.0.0.1");
    client = createSimulatorClient(baseUrl, signingKey);
    carrier = createSimulatorCarrier({ baseUrl, signingKey });
    platform = await startTalkingPlatform(() => carrier);
  });
  afterEach(async () => {
    await server.close(0);
    await platform.close();
  });

  const call = async (
    script: SimulatorScriptInput["defaults"],
    more: { speed?: number; credentials?: CarrierCredentials } = {},
  ) => {
    await client.writeScript({
      speed: more.speed ?? 500,
      defaults: { outcomes: ["answered"], ring_seconds: 1, ...script },
    });
    const runUuid = randomUUID();
    const placed = await carrier.placeCall(
      more.credentials ?? {},
      {
        runUuid,
        to: TO,
        from: "+12025550100",
        answerUrl: `${platform.baseUrl}/${runUuid}/answer`,
        statusUrl: `${platform.baseUrl}/${runUuid}/status`,
        ringTimeoutSeconds: 30,
        timeLimitSeconds: 86_400,
        detectMachine: true,
        record: false,
        conversation: { webSocketUrl: platform.webSocketUrl, language: "en-US" },
        greeting: "",
      },
      60_000,
    );
    if (placed.kind !== "accepted") throw new Error(placed.detail);
    return placed.carrierCallId;
  };
  const heardOn = async (id: string): Promise<string[]> => {
    const answer: { heard: Heard[] } = JSON.parse(await (await client.ask("GET", `/v1/calls/${id}/heard`)).text());
    return answer.heard.map(({ who, what, text }) => `${who} ${what}${text === "" ? "" : `: ${text}`}`);
  };
  const over = async (id: string) => {
    await waitUntil("the call is over", async () => (await carrier.fetchCall({}, id))?.state === "completed");
    return { heard: await heardOn(id), call: await carrier.fetchCall({}, id) };
  };
  const answerEach = (...replies: string[][]) => {
    const left = [...replies];
    platform.onFrame((frame, { say }) => {
      const isSpoken = frame.type === "setup" || (frame.type === "prompt" && frame["last"] === true);
      if (isSpoken || frame.type === "dtmf") say(...(left.shift() ?? ["Yes."]));
    });
  };
  const framesOf = (type: string) => platform.frames.filter((frame) => frame.type === type);

  it("goes to and fro until the person hangs up", async () => {
    answerEach(["Good ", "morning."], ["And your ", "number?"], ["Thank you."]);
    const id = await call({ talk: [{ says: "Hello there", partials: true }, { presses: "42" }] });
    const { heard, call: ended } = await over(id);
    expect(heard.slice(0, 4)).toEqual([
      "agent said: Good morning.",
      "person said: Hello there",
      "agent said: And your number?",
      "person pressed: 42",
    ]);
    expect(heard.at(-1)).toBe("person hung_up");
    expect(ended).toMatchObject({ outcome: "answered", detail: "hung up by the person" });
    expect(platform.handshakes).toEqual([true]);
    expect(platform.frames[0]).toMatchObject({ type: "setup", callSid: id, to: TO, answeredBy: "human" });
    expect(framesOf("prompt")).toEqual([
      { type: "prompt", voicePrompt: "Hello", lang: "en-US", last: false },
      { type: "prompt", voicePrompt: "Hello there", lang: "en-US", last: true },
    ]);
    expect(framesOf("dtmf").map((frame) => frame["digit"])).toEqual(["4", "2"]);
  });

  it("is friendly and short when nothing is scripted", async () => {
    answerEach();
    const { heard } = await over(await call({}));
    expect(heard.filter((line) => line.startsWith("person said"))).toHaveLength(3);
    expect(heard.at(-1)).toBe("person hung_up");
  });

  it("is interrupted where the script says, with the words heard until then", async () => {
    answerEach(["one two three four ", "five six seven"], ["Sorry?"]);
    const { heard } = await over(await call({ talk: [{ interrupts_after_words: 3, says: "Stop" }] }));
    expect(heard).toEqual([
      "agent cut_off: one two three",
      "person said: Stop",
      "agent said: Sorry?",
      "person hung_up",
    ]);
    expect(framesOf("interrupt")).toEqual([
      { type: "interrupt", utteranceUntilInterrupt: "one two three", durationUntilInterruptMs: 1200 },
    ]);
  });

  it("waits for the words that a line names", async () => {
    platform.onFrame((frame, { say }) => {
      if (frame.type === "prompt") return say("You are welcome.");
      say("One moment.");
      setTimeout(() => say("Your order is ready."), 300);
    });
    const { heard } = await over(await call({ talk: [{ says: "Good", after: "order" }] }));
    expect(heard.slice(0, 3)).toEqual([
      "agent said: One moment.",
      "agent said: Your order is ready.",
      "person said: Good",
    ]);
  });

  it("ends in the middle of a sentence when the person hangs up", async () => {
    answerEach(["one two three four ", "five six seven"]);
    const { heard } = await over(await call({ talk: [{ hangs_up_after_words: 2 }] }));
    expect(heard).toEqual(["agent cut_off: one two", "person hung_up"]);
  });

  it("leads to a transfer, and on", async () => {
    platform.onFrame((frame, { say, send }) => {
      if (frame.type !== "setup") return;
      say("I put you through.");
      send({ type: "end", handoffData: '{"to":"+12025550143"}' });
    });
    const afterUrl = `${platform.baseUrl}/after`;
    platform.instruct(
      {
        ...HANG_UP,
        next: { kind: "transfer", to: "+12025550143", callerId: "", ringTimeoutSeconds: 20, afterUrl },
      },
      { ...HANG_UP, say: ["Nobody is there."] },
    );
    // The person waits for words that never come: only the end of the relay ends it, however late it is.
    const talk = [{ says: "Hello?", after: "never said" }];
    const { heard, call: ended } = await over(await call({ transfer_outcome: "busy", talk }));
    expect(heard).toEqual([
      'agent ended: {"to":"+12025550143"}',
      "agent said: I put you through.",
      "agent transferred: +12025550143",
      "agent said: Nobody is there.",
      "agent hung_up",
    ]);
    expect(platform.turns).toEqual([{ kind: "relay_ended" }, { kind: "transfer_ended", outcome: "busy" }]);
    expect(ended?.detail).toBe("ended by the agent");
  });

  it("plays recordings among the words, over the relay and after it", async () => {
    const recording = "https://files.example/welcome.mp3";
    platform.onFrame((frame, { say, send }) => {
      if (frame.type !== "setup") return;
      say("Welcome.");
      send({ type: "play", source: recording, interruptible: true });
      send({ type: "text", token: "And again.", last: true });
      send({ type: "end" });
    });
    platform.instruct({ ...HANG_UP, say: [{ play: recording }, "Goodbye."] });
    // A person who would wait for hours waits no longer than the relay.
    const { heard } = await over(await call({ talk: [{ waits_seconds: 86_000 }] }));
    expect(heard).toEqual([
      "agent ended",
      "agent said: Welcome.",
      `agent played: ${recording}`,
      "agent said: And again.",
      `agent played: ${recording}`,
      "agent said: Goodbye.",
      "agent hung_up",
    ]);
  });

  it("goes on over another relay when the first is lost", async () => {
    platform.onFrame((frame, { say, drop, connection }) => {
      if (frame.type === "setup") say(connection === 1 ? "Hello." : "Where were we?");
      else if (connection === 1) drop();
      else say("Goodbye.");
    });
    const next: NextStep = {
      kind: "relay",
      webSocketUrl: platform.webSocketUrl,
      afterUrl: `${platform.baseUrl}/after`,
      interruptible: true,
    };
    platform.instruct({ ...HANG_UP, next });
    const { heard } = await over(await call({ talk: [{ says: "First" }, { says: "Second" }] }));
    expect(heard.filter((line) => line.startsWith("person said"))).toEqual([
      "person said: First",
      "person said: Second",
    ]);
    expect(heard).toContain("agent said: Where were we?");
    expect(platform.handshakes).toEqual([true, true]);
  });

  it("ends when nobody can be reached", async () => {
    const placed = call({});
    await platform.close();
    const { call: ended } = await over(await placed);
    expect(ended).toMatchObject({ outcome: "answered", detail: "ended by the agent" });
    platform = await startTalkingPlatform(() => carrier);
  });

  it("ends when the platform hangs up", async () => {
    platform.onFrame((frame, { say }) => {
      if (frame.type === "setup") say("Hello.");
    });
    const id = await call({ talk: [{ waits_seconds: 86_000 }] }, { speed: 100 });
    await waitUntil("the relay is open", () => platform.frames.length > 0);
    await carrier.hangUp({}, id);
    expect((await over(id)).call?.detail).toBe("hung up by the caller");
  });

  it("is held with a machine, which listens to a message", async () => {
    platform.onFrame((frame, { say }) => {
      if (frame.type === "prompt") say("Please call us back.");
    });
    const { heard, call: ended } = await over(await call({ outcomes: ["voicemail"] }));
    expect(heard).toEqual([
      expect.stringMatching(/^person said: You have reached a voicemail/),
      "agent said: Please call us back.",
      "person hung_up",
    ]);
    expect(platform.frames[0]).toMatchObject({ type: "setup", answeredBy: "machine" });
    expect(ended).toMatchObject({ outcome: "voicemail", answeredBy: "voicemail" });
  });

  it("is held turn by turn where the account asks for it", async () => {
    platform.instruct({ ...HANG_UP, say: ["Hello."] });
    const { heard } = await over(await call({}, { credentials: { turn_by_turn: true } }));
    expect(platform.turns).toEqual([{ kind: "begin", answeredBy: "person" }]);
    expect(heard).toEqual(["agent said: Hello.", "agent hung_up"]);
  });

  it("tells the platform about frames that are none", async () => {
    platform.onFrame((frame, { say, send }) => {
      if (frame.type !== "setup") return;
      send({ type: "shout", token: "Hello" });
      say("Hello.");
    });
    await over(await call({ talk: [] }));
    expect(framesOf("error")).toEqual([{ type: "error", description: expect.stringContaining("Invalid message") }]);
  });

  describe("that comes in", () => {
    const callIn = async (talk: Talk, more: object = {}) => {
      // The simulator ends these calls after an hour of phone time: two minutes.
      await client.writeScript({ speed: 30 });
      const urls = { inbound_url: `${platform.baseUrl}/inbound`, status_url: `${platform.baseUrl}/x/status` };
      const body = { to: TO, from: "+12025550143", talk, ...urls, ...more };
      const answer: { id: string } = JSON.parse(await (await client.ask("POST", "/v1/inbound", body)).text());
      return answer.id;
    };
    const listen = (silenceSeconds: number): NextStep => ({
      kind: "listen",
      turnUrl: `${platform.baseUrl}/turn?turn=1`,
      silenceSeconds,
      interruptible: true,
    });

    it("is talked on once what a person waits for is said", async () => {
      platform.instruct(
        { ...HANG_UP, say: ["One moment."], next: listen(5) },
        { ...HANG_UP, say: ["Welcome."], next: listen(5) },
        { ...HANG_UP, say: ["Goodbye."] },
      );
      await over(await callIn([{ says: "Hello", after: "Welcome" }]));
      expect(platform.turns.map(({ kind }) => kind)).toEqual(["begin", "silence", "speech"]);
    });

    it("is talked on turn by turn", async () => {
      platform.instruct(
        { ...HANG_UP, say: ["Welcome."], next: listen(5) },
        { ...HANG_UP, say: ["And?"], next: listen(5) },
        { ...HANG_UP, playDigits: "12", next: listen(5) },
        { ...HANG_UP, say: ["Goodbye."] },
      );
      const { heard, call: ended } = await over(
        await callIn([{ says: "Hello" }, { waits_seconds: 10 }, { presses: "7" }]),
      );
      expect(platform.turns).toEqual([
        { kind: "begin", answeredBy: null },
        { kind: "speech", text: "Hello", confidence: 0.92 },
        { kind: "silence" },
        { kind: "digits", digits: "7" },
      ]);
      expect(heard).toEqual([
        "agent said: Welcome.",
        "person said: Hello",
        "agent said: And?",
        "agent pressed: 12",
        "person pressed: 7",
        "agent said: Goodbye.",
        "agent hung_up",
      ]);
      expect(ended).toMatchObject({ outcome: "answered" });
      await waitUntil("its end is told", () => platform.statusEvents().length === 2);
      expect(platform.statusEvents().map(({ type }) => type)).toEqual(["answered", "completed"]);
    });

    it("is recorded when the platform says so", async () => {
      platform.instruct({ ...HANG_UP, record: true });
      const id = await callIn([]);
      await over(id);
      await waitUntil("the recording is told", () =>
        platform.statusEvents().some(({ type, call: told }) => type === "recorded" && told.state === "completed"),
      );
      expect(await carrier.listRecordings({}, id)).toHaveLength(1);
    });

    it("passes its words over a relay", async () => {
      answerEach(["Welcome."], ["Bye."]);
      const afterUrl = `${platform.baseUrl}/after`;
      const next: NextStep = { kind: "relay", webSocketUrl: platform.webSocketUrl, afterUrl, interruptible: true };
      platform.instruct({ ...HANG_UP, next });
      const { heard } = await over(await callIn([{ says: "Hello" }]));
      expect(heard).toEqual(["agent said: Welcome.", "person said: Hello", "agent said: Bye.", "person hung_up"]);
      expect(platform.frames[0]).toMatchObject({ direction: "inbound", from: "+12025550143" });
    });

    it.each([
      ["busy", "busy"],
      ["unavailable", "rejected"],
    ] as const)("is not taken: %s", async (reason, outcome) => {
      platform.instruct({ ...HANG_UP, next: { kind: "reject", reason } });
      const { call: ended } = await over(await callIn([]));
      expect(ended).toMatchObject({ outcome, answeredAt: null, durationSeconds: 0 });
    });

    it("goes where its number points", async () => {
      const number = { phoneNumber: "+12015550123", carrierNumberId: null };
      const target = {
        inboundUrl: `${platform.baseUrl}/inbound`,
        statusUrl: `${platform.baseUrl}/x/status`,
        textUrl: `${platform.baseUrl}/t`,
      };
      await carrier.numbers?.rent({}, { phoneNumber: number.phoneNumber, reference: "" });
      const toNumber = { to: number.phoneNumber, inbound_url: undefined, status_url: undefined };
      await expect(callIn([], toNumber)).rejects.toThrow("not_pointed");
      await carrier.numbers?.pointInbound({}, number, target);
      platform.instruct(HANG_UP);
      expect((await over(await callIn([], toNumber))).call).toMatchObject({ outcome: "answered" });
    });
  });
});

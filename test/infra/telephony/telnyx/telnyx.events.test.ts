import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { CallInstructions } from "../../../../domain/call/call-instructions.ts";
import type { CarrierCredentials } from "../../../../domain/call/carrier-credentials.ts";
import type { Carrier } from "../../../../infra/telephony/carrier.ts";
import {
  type CallState,
  decodeCallState,
  encodeCallState,
} from "../../../../infra/telephony/telnyx/telnyx.call-state.ts";
import { createTelnyxCarrier } from "../../../../infra/telephony/telnyx/telnyx.carrier.ts";
import { startTelnyxStandIn, type TelnyxStandIn } from "../telnyx-stand-in.ts";

const STATUS_URL = "https://us.example/callbacks/telnyx/7/run/status";
const CALL = "v3:a-call";

let telnyx: TelnyxStandIn;
let carrier: Carrier;
let credentials: CarrierCredentials;

beforeAll(async () => {
  telnyx = await startTelnyxStandIn();
  carrier = createTelnyxCarrier({ baseUrl: telnyx.baseUrl });
  credentials = { api_key: telnyx.apiKey, connection_id: telnyx.connectionId, webhook_public_key: telnyx.publicKey };
});
afterAll(() => telnyx.close());

const told = (type: string, state: Partial<CallState> | null, more: Record<string, unknown> = {}, url = STATUS_URL) =>
  telnyx.signEvent(
    {
      id: randomUUID(),
      event_type: type,
      occurred_at: new Date().toISOString(),
      payload: {
        call_control_id: CALL,
        call_leg_id: "428c31b6-7af4-4b6f-92e7-7a7e6a4f1d44",
        connection_id: telnyx.connectionId,
        client_state: state && encodeCallState({ statusUrl: STATUS_URL, ...state }),
        ...more,
      },
    },
    url,
  );
const read = (...event: Parameters<typeof told>) => carrier.readCallback(credentials, told(...event));
const resume: CallInstructions = { say: [], language: "en-US", next: { kind: "hang_up" } };

describe("an event of Telnyx", () => {
  it.each([
    ["call.answered", {}, {}, { turn: { kind: "begin", answeredBy: null } }],
    ["call.answered", { detects: true }, {}, {}],
    ["call.answered", { relays: true }, {}, {}],
    ["call.answered", { resume }, {}, { resume }],
    [
      "call.machine.premium.detection.ended",
      { detects: true },
      { result: "machine" },
      { turn: { kind: "begin", answeredBy: "voicemail" } },
    ],
    ["call.machine.premium.detection.ended", { relays: true, detects: true }, { result: "machine" }, {}],
    ["call.speak.started", { resume }, {}, {}],
    ["call.speak.ended", { resume }, {}, { resume }],
    ["call.hangup", { resume }, { hangup_cause: "normal_clearing" }, {}],
    ["call.conversation.ended", { relays: true }, { reason: "customer_disconnect" }, { turn: { kind: "relay_ended" } }],
    ["call.bridged", { transferOf: "v3:first" }, {}, {}],
    ["call.answered", { transferOf: "v3:first" }, {}, {}],
    [
      "call.hangup",
      { transferOf: "v3:first" },
      { hangup_cause: "user_busy" },
      { turn: { kind: "transfer_ended", outcome: "busy" } },
    ],
    [
      "call.hangup",
      { transferOf: "v3:first" },
      { hangup_cause: "call_rejected" },
      { turn: { kind: "transfer_ended", outcome: "failed" } },
    ],
  ] as const)("%s of a call that carries %j: what is to be done", (type, state, more, expected) => {
    const event = read(type, state, more);
    if (!event.ok) throw new Error(event.reason);
    const { turn, resume: rest } = event.event;
    expect({ ...(turn && { turn }), ...(rest && { resume: rest }) }).toEqual(expected);
  });

  it("Telnyx's event about the other leg of a transfer is about the first call, and does not end it", () => {
    const event = read("call.hangup", { transferOf: "v3:first" }, { hangup_cause: "normal_clearing" });
    expect(event).toMatchObject({ ok: true, event: { call: { carrierCallId: "v3:first", outcome: null } } });
  });

  it("is told for one run alone, although the signature covers no address", () => {
    const elsewhere = STATUS_URL.replace("/run/", "/another/");
    expect(read("call.answered", {}, {}, elsewhere).ok).toBe(false);
    expect(carrier.readTurn(credentials, told("call.answered", {}, {}, elsewhere)).ok).toBe(false);
    expect(
      carrier.readTurn(credentials, told("call.answered", {}, {}, STATUS_URL.replace("status", "after?round=2"))).ok,
    ).toBe(true);
  });

  it.each([
    ["carries nothing", null, {}],
    ["carries what is not ours", {}, { client_state: Buffer.from("have a nice day =]").toString("base64") }],
    ["is of another application of the account", {}, { connection_id: "42" }],
  ])("that %s is not believed, however well signed", (_, state, more) => {
    expect(read("call.answered", {}).ok).toBe(true);
    expect(read("call.answered", state, more).ok).toBe(false);
  });

  it("an unknown event of Telnyx changes nothing", () => {
    const event = read("call.something.new", {});
    expect(event).toMatchObject({ ok: true, event: { call: { state: "queued", outcome: null } } });
  });

  it("tells what a call cost", () => {
    const cost = { status: "success", total_cost: "0.0260", cost_parts: [{ currency: "USD" }] };
    expect(read("call.cost", {}, cost)).toMatchObject({ event: { call: { costMinor: 3, currency: "USD" } } });
  });

  it("tells of a recording, by its leg where it is not named", () => {
    const times = { recording_started_at: "2026-01-02T03:04:05Z", recording_ended_at: "2026-01-02T03:05:06Z" };
    const named = read("call.recording.saved", {}, { ...times, recording_id: "r-1" });
    expect(named).toMatchObject({ event: { recording: { recordingId: "r-1", url: null, durationSeconds: 61 } } });
    const nameless = read("call.recording.saved", {}, { recording_urls: { mp3: "https://elsewhere.example/x.mp3" } });
    expect(nameless).toMatchObject({
      event: { recording: { recordingId: "leg:428c31b6-7af4-4b6f-92e7-7a7e6a4f1d44", url: null } },
    });
  });
});

describe("instructions to Telnyx", () => {
  const announce = () =>
    telnyx.book.comeIn({ from: "+12025550143", to: "+12025550144", webhookUrl: "https://us.example/inbound" }).call;
  const instruct = (carrierCallId: string, instructions: CallInstructions) =>
    carrier.instruct(credentials, { carrierCallId, statusUrl: STATUS_URL, instructions });
  const relay = {
    kind: "relay",
    webSocketUrl: "wss://us.example/relay",
    afterUrl: "https://us.example/after",
    interruptible: false,
  } as const;

  it("answer a call that came in with its relay, words and recording, in one command", async () => {
    const call = announce();
    await instruct(call.callControlId, {
      say: ["Hello.", "Who is there?"],
      language: "fr-FR",
      record: true,
      next: relay,
    });
    expect(call.commands).toEqual([
      {
        action: "answer",
        body: expect.objectContaining({
          webhook_url: STATUS_URL,
          record: "record-from-answer",
          conversation_relay_config: {
            url: relay.webSocketUrl,
            language: "fr-FR",
            dtmf_detection: true,
            interruptible: "none",
            greeting: "Hello. Who is there?",
            interruptible_greeting: "none",
          },
        }),
      },
    ]);
    expect(decodeCallState(call.clientState)).toEqual({ statusUrl: STATUS_URL, relays: true });
  });

  it("pass a call on that came in without answering it", async () => {
    const call = announce();
    const next = {
      kind: "transfer",
      to: "+12025550142",
      callerId: "+12025550144",
      ringTimeoutSeconds: 20,
      afterUrl: "",
    } as const;
    await instruct(call.callControlId, { say: [], language: "en-US", next });
    expect(call.commands.map(({ action }) => action)).toEqual(["transfer"]);
    const state = decodeCallState(String(call.commands[0]?.body["target_leg_client_state"]));
    expect(state).toEqual({ statusUrl: STATUS_URL, transferOf: call.callControlId });
  });

  it("are the same command when they are given twice, and another when they differ", async () => {
    const ids = [];
    for (const words of ["One.", "One.", "Two."]) {
      const call = announce();
      Object.assign(call, {
        callControlId: "v3:the-same",
        isAnswered: true,
        clientState: encodeCallState({ statusUrl: STATUS_URL }),
      });
      await instruct("v3:the-same", { say: [words], language: "en-US", next: { kind: "hang_up" } });
      ids.push(telnyx.requests.findLast(({ path }) => path.endsWith("/speak"))?.body);
    }
    const [first, second, third] = ids.map((body) => JSON.stringify(body));
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it("say more than one command can say in several", async () => {
    const call = announce();
    Object.assign(call, { isAnswered: true, clientState: encodeCallState({ statusUrl: STATUS_URL }) });
    const words = "word ".repeat(1000).trim();
    await instruct(call.callControlId, { say: [words], language: "en-US", next: { kind: "hang_up" } });
    const [speak] = call.commands;
    const said = String(speak?.body["payload"]);
    const rest = decodeCallState(call.clientState)?.resume;
    expect(said.length).toBeLessThanOrEqual(3000);
    expect(`${said} ${rest?.say.join(" ")}`).toBe(words);
    expect(rest?.next).toEqual({ kind: "hang_up" });
  });

  it("play digits before what comes next", async () => {
    const call = announce();
    Object.assign(call, { isAnswered: true, clientState: encodeCallState({ statusUrl: STATUS_URL }) });
    await instruct(call.callControlId, { say: [], language: "en-US", playDigits: "ww12#", next: relay });
    expect(call.commands.map(({ action }) => action)).toEqual(["send_dtmf", "conversation_relay_start"]);
  });

  it("to a call that is over are no error", async () => {
    const call = announce();
    Object.assign(call, { isAlive: false, endedAt: new Date() });
    await instruct(call.callControlId, { say: ["Hello"], language: "en-US", next: { kind: "hang_up" } });
    await instruct("v3:never-was", { say: ["Hello"], language: "en-US", next: { kind: "hang_up" } });
    expect(call.commands).toEqual([]);
  });
});

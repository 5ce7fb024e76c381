import { randomUUID } from "node:crypto";
import type { CallInstructions, NextStep } from "../../../../domain/call/call-instructions.ts";
import type { CallbackRequest } from "../../../../infra/telephony/carrier.ts";
import {
  type CallState,
  decodeCallState,
  encodeCallState,
} from "../../../../infra/telephony/telnyx/telnyx.call-state.ts";
import { createTelnyxCarrier } from "../../../../infra/telephony/telnyx/telnyx.carrier.ts";
import { startCallbackReceiver } from "../callback-receiver.ts";
import { describeCarrier } from "../carrier-conformance.ts";
import type { CarrierRig } from "../carrier-rig.ts";
import { startTelnyxStandIn, type TelnyxStandIn } from "../telnyx-stand-in.ts";
import { REFUSAL } from "./telnyx-shop.ts";

const RELAY_ONLY = "Telnyx passes words, digits and silence over the relay's WebSocket.";
const UNKNOWN_CALL = "v3:T02llQxIyaRkhfRKxgAP8nY511EhFLizdvdUKJiSw8d6A9BborherQ";
const DETECTED = { person: "human_residence", voicemail: "machine", fax: "fax_detected", unknown: "not_sure" } as const;
const TRANSFER_CAUSES = {
  answered: "normal_clearing",
  busy: "user_busy",
  no_answer: "timeout",
  failed: "unspecified",
} as const;

describeCarrier("telnyx", async (): Promise<CarrierRig> => {
  const receiver = await startCallbackReceiver();
  const telnyx = await startTelnyxStandIn();
  const carrier = createTelnyxCarrier({ baseUrl: telnyx.baseUrl });
  const credentials = {
    api_key: telnyx.apiKey,
    connection_id: telnyx.connectionId,
    webhook_public_key: telnyx.publicKey,
  };
  const statusUrl = `${receiver.baseUrl}/x/status`;
  telnyx.shop.faults.set("+12025550178", "refused");
  const eventOf = (type: string, more: Record<string, unknown>, state: Partial<CallState> = {}) => ({
    id: randomUUID(),
    event_type: type,
    occurred_at: new Date().toISOString(),
    payload: {
      call_control_id: UNKNOWN_CALL,
      call_leg_id: randomUUID(),
      connection_id: telnyx.connectionId,
      client_state: encodeCallState({ statusUrl, ...state }),
      from: "+12025550100",
      to: "+12025550142",
      ...more,
    },
  });
  const told = (type: string, more: Record<string, unknown>, state?: Partial<CallState>) =>
    telnyx.signEvent(eventOf(type, more, state), statusUrl);

  return {
    carrier,
    credentials,
    wrongCredentials: { ...credentials, api_key: "KEYwrong" },
    carrierWithWrongCredentials: () => carrier,
    carrierWithoutServer: createTelnyxCarrier({ baseUrl: "http://127.0.0.1:1" }),
    unknownCallId: UNKNOWN_CALL,
    placeRequestsTo: async (number) =>
      telnyx.requests.filter(
        ({ method, path, body }) =>
          method === "POST" && path === "/v2/calls" && JSON.stringify(body).includes(`"to":"${number}"`),
      ).length,
    prepare: async (number, situation) => telnyx.prepare(number, situation),
    answeredCall: { talkSeconds: 61, price: { costMinor: 3, currency: "USD" } },
    notTellableByFetch: [],
    statesByFetch: ["queued", "ringing", "in_progress"],
    statesByCallback: ["queued", "in_progress", "completed"],
    callbacks: {
      base: receiver.baseUrl,
      of: receiver.of,
      sign: (request) => telnyx.sign(request),
      answerBody: JSON.stringify({ data: eventOf("call.answered", { state: "answered" }) }),
      signingHeaders: ["telnyx-signature-ed25519", "telnyx-timestamp"],
      old: () => telnyx.signEvent(eventOf("call.answered", {}), statusUrl, new Date(Date.now() - 360_000)),
      urlIsSigned: true,
      answeredByIn: "own_event",
    },
    instructions: {
      follow: async (carrierCallId) => followCommands({ telnyx, carrier, credentials, statusUrl }, carrierCallId),
      absent: {
        listen: RELAY_ONLY,
        play_digits: "Telnyx does not tell when digits have been played; over the relay they are played in order.",
      },
      inexpressible: {
        afterUrl: "Telnyx tells everything of a call at its status URL.",
        conference: "Telnyx connects two calls with each other, and not in a conference.",
      },
    },
    voices: {
      told: (carrierCallId) => {
        const commands = telnyx.book.find(carrierCallId)?.commands.splice(0) ?? [];
        const nameOf = (body: Record<string, unknown> | undefined) => {
          const settings = body?.["voice_settings"];
          return [body?.["voice"] ?? "", settings ? JSON.stringify(settings) : ""].join(" ").trim();
        };
        return {
          words: nameOf(commands.find(({ action }) => action === "speak")?.body),
          relay: nameOf(commands.find(({ action }) => action === "conversation_relay_start")?.body),
        };
      },
      usual: "female",
      samples: [
        { voice: { gender: "male" }, words: "AWS.Polly.Matthew-Neural", relay: "AWS.Polly.Matthew-Neural" },
        { voice: { voice_id: "Joanna" }, words: "AWS.Polly.Joanna", relay: "AWS.Polly.Joanna" },
        {
          voice: { provider: "azure", voice_id: "en-CA-ClaraNeural" },
          words: "Azure.en-CA-ClaraNeural",
          relay: "Azure.en-CA-ClaraNeural",
        },
        {
          voice: { voice_id: "KokoroTTS.af", speed: 1.3 },
          words: 'Telnyx.KokoroTTS.af {"type":"telnyx","voice_speed":1.3}',
          relay: 'Telnyx.KokoroTTS.af {"type":"telnyx","voice_speed":1.3}',
        },
      ],
      refused: [
        { voice: { provider: "elevenlabs", voice_id: "x" }, sentence: /key that is stored at Telnyx/ },
        { voice: { provider: "google" }, sentence: /amazon, azure or telnyx, not of google/ },
        { voice: { voice_id: "Nobody" }, sentence: /"Nobody".*Joanna \(female\)/ },
        { voice: { gender: "male", speed: 1.1 }, sentence: /only voices of telnyx have a speed/ },
        { voice: { voice_id: "KokoroTTS.af", speed: 3 }, sentence: /from 0.1 to 2/ },
        { voice: { language: "sw-KE" }, sentence: /no voice for sw-KE/ },
      ],
    },
    turn: (carrierCallId, event) => {
      if (event.kind === "begin") return told("call.answered", { call_control_id: carrierCallId });
      if (event.kind === "relay_ended") {
        const more = { call_control_id: carrierCallId, reason: "customer_disconnect" };
        return told("call.conversation.ended", more, { relays: true });
      }
      if (event.kind === "silence") {
        return told("call.gather.ended", { call_control_id: carrierCallId, digits: "", status: "timeout" });
      }
      if (event.kind !== "transfer_ended") return RELAY_ONLY;
      const more = { call_control_id: "v3:the-other-leg", hangup_cause: TRANSFER_CAUSES[event.outcome] };
      return told("call.hangup", more, { transferOf: carrierCallId });
    },
    detected: (carrierCallId, answeredBy) => {
      const more = { call_control_id: carrierCallId, result: DETECTED[answeredBy] };
      return told("call.machine.premium.detection.ended", more, { detects: true });
    },
    inbound: {
      announce: ({ from, to }) => {
        const webhookUrl = `${receiver.baseUrl}/inbound`;
        const { call, event } = telnyx.book.comeIn({ from: from ?? "anonymous", to, webhookUrl });
        return { request: telnyx.signEvent(event, webhookUrl), carrierCallId: call.callControlId };
      },
    },
    relay: {
      handshake: (url): CallbackRequest => ({
        method: "GET",
        url,
        headers: { upgrade: "websocket" },
        body: Buffer.alloc(0),
      }),
      isSigned: "Telnyx does not sign the opening of the WebSocket.",
    },
    recordings: {
      bytes: telnyx.mp3,
      contentType: "audio/mpeg",
      remove: (recordingId) => void telnyx.recordings.delete(recordingId),
    },
    numbers: {
      query: { country: "US", type: "local", contains: "777", limit: 2 },
      emptyQuery: { country: "DE", type: "local", limit: 2 },
      prepare: (phoneNumber, fault) => void telnyx.shop.faults.set(phoneNumber, fault),
      refusal: REFUSAL,
      timesHeld: (phoneNumber) => telnyx.shop.owned.filter((each) => each.phoneNumber === phoneNumber).length,
      inboundOf: ({ carrierNumberId }) => {
        const number = telnyx.shop.owned.find((each) => each.id === carrierNumberId);
        return number?.connectionId ? { inboundUrl: telnyx.application.webhook_event_url, statusUrl: null } : null;
      },
      textUrlOf: ({ carrierNumberId }) => {
        const profileId = telnyx.shop.owned.find((each) => each.id === carrierNumberId)?.profileId;
        return telnyx.shop.profiles.find(({ id }) => id === profileId)?.webhook_url ?? null;
      },
    },
    callerIds: {
      phoneNumber: "+12025550176",
      refused: { phoneNumber: "+12025550178", sentence: REFUSAL },
      answer: (phoneNumber) => telnyx.shop.codes.get(phoneNumber) ?? "",
    },
    texts: {
      prepare: (number, situation) => void telnyx.texts.situations.set(number, situation),
      requestsTo: (number) =>
        telnyx.requests.filter(
          ({ method, path, body }) =>
            method === "POST" && path === "/v2/messages" && JSON.stringify(body).includes(`"to":"${number}"`),
        ).length,
      write: (text, url) => telnyx.signEvent(telnyx.texts.writtenBy(text), url),
      refusesOptedOut: true,
      reportsOptOut: true,
      findsById: true,
      findsUnanswered: "Telnyx finds texts by its own id alone.",
      price: { costMinor: 1, currency: "USD" },
      bodyIsSigned: true,
      answersInAnotherForm: true,
      answersStop: true,
    },
    close: async () => {
      await telnyx.close();
      await receiver.close();
    },
  };
});

interface Line {
  telnyx: TelnyxStandIn;
  carrier: CarrierRig["carrier"];
  credentials: CarrierRig["credentials"];
  /** The address of the instructions, which is the call's own address outside of tests. */
  statusUrl: string;
}

/**
 * Returns the commands of a call. Where a command must be done before the next can come, it is done here, and its event
 * is handed to the adapter as the platform would.
 */
const followCommands = async (line: Line, carrierCallId: string): Promise<CallInstructions> => {
  const call = line.telnyx.book.find(carrierCallId);
  if (!call) throw new Error("there is no such call");
  const done: CallInstructions = { say: [], language: "en-US", next: { kind: "hang_up" } };
  let next: NextStep | null = null;
  for (let command = call.commands.shift(); command; command = call.commands.shift()) {
    const { action, body } = command;
    if (next) throw new Error(`${action} after ${next.kind}`);
    if (action === "speak") {
      done.say = [...done.say, String(body["payload"])];
      done.language = String(body["language"]);
    }
    if (action === "playback_start") done.say = [...done.say, { play: String(body["audio_url"]) }];
    if (action === "send_dtmf") done.playDigits = String(body["digits"]);
    const relay = action === "conversation_relay_start" ? body : body["conversation_relay_config"];
    if (typeof relay === "object" && relay !== null) next = readRelay(done, relay);
    else next = readEnd(action, body);
    if (!next && action in DONE) await goOn(line, call, action);
  }
  if (!next) throw new Error("the call is left without anything to do");
  return { ...done, next };
};

/** The events that report a finished command. */
const DONE: Readonly<Record<string, string>> = {
  speak: "call.speak.ended",
  playback_start: "call.playback.ended",
  answer: "call.answered",
};

const goOn = async (
  { telnyx, carrier, credentials, statusUrl }: Line,
  call: NonNullable<ReturnType<TelnyxStandIn["book"]["find"]>>,
  action: string,
) => {
  const event = telnyx.book.event(call, DONE[action] ?? "", new Date());
  const read = carrier.readCallback(credentials, telnyx.signEvent(event, statusUrl));
  if (!read.ok || !read.event.resume) throw new Error(`nothing goes on after ${action}: ${JSON.stringify(read)}`);
  const order = { carrierCallId: call.callControlId, statusUrl, instructions: read.event.resume };
  await carrier.instruct(credentials, order);
};

const readRelay = (done: CallInstructions, relay: object): NextStep => {
  const fields = new Map<string, unknown>(Object.entries(relay));
  const greeting = fields.get("greeting");
  if (typeof greeting === "string") done.say = [...done.say, greeting];
  done.language = String(fields.get("language"));
  const interruptible = fields.get("interruptible") === "any";
  if (greeting && (fields.get("interruptible_greeting") === "any") !== interruptible)
    throw new Error("two minds about it");
  return { kind: "relay", webSocketUrl: String(fields.get("url")), afterUrl: "", interruptible };
};

const readEnd = (action: string, body: Record<string, unknown>): NextStep | null => {
  if (action === "hangup") return { kind: "hang_up" };
  if (action === "reject") return { kind: "reject", reason: body["cause"] === "USER_BUSY" ? "busy" : "unavailable" };
  if (action === "gather") {
    const asked = decodeCallState(String(body["client_state"]))?.asked ?? "";
    return { kind: "hold", askUrl: asked, seconds: Number(body["initial_timeout_millis"]) / 1000 };
  }
  if (action === "bridge")
    return { kind: "join", conference: "", otherCallId: String(body["call_control_id"]), afterUrl: "" };
  if (action !== "transfer") return null;
  const [to, callerId] = [String(body["to"]), String(body["from"])];
  return { kind: "transfer", to, callerId, ringTimeoutSeconds: Number(body["timeout_secs"]), afterUrl: "" };
};

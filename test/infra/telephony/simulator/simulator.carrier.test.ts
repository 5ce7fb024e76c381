import type { CallInstructions } from "../../../../domain/call/call-instructions.ts";
import { buildRecordingWav } from "../../../../infra/simulator/recording.ts";
import type { SimulatorScriptInput } from "../../../../infra/simulator/script.ts";
import { createSimulatorServer } from "../../../../infra/simulator/server.ts";
import type { CallbackRequest } from "../../../../infra/telephony/carrier.ts";
import { createSimulatorCarrier } from "../../../../infra/telephony/simulator/simulator.carrier.ts";
import { instructionsSchema, type Step } from "../../../../infra/telephony/simulator/simulator.instructions.ts";
import type { RentedNumber } from "../../../../infra/telephony/simulator/simulator.protocol.ts";
import { signRequest } from "../../../../infra/telephony/simulator/simulator.signature.ts";
import { waitUntil } from "../../../harness/wait-until.ts";
import { createSimulatorClient } from "../../simulator/simulator-client.ts";
import { startCallbackReceiver } from "../callback-receiver.ts";
import { describeCarrier } from "../carrier-conformance.ts";
import type { CarrierRig, Situation, TextSituation } from "../carrier-rig.ts";

const signingKey = "a key of the simulator's tests";
const FAST = { speed: 500 };

type Rule = NonNullable<SimulatorScriptInput["rules"]>[number];
type TextRule = NonNullable<SimulatorScriptInput["texts"]>[number];

const scriptFor = (number: string, situation: Situation): SimulatorScriptInput => {
  const rule = (more: Omit<Rule, "match">) => [{ match: `^\\${number}$`, outcomes: ["answered" as const], ...more }];
  if ("ends" in situation)
    return { ...FAST, rules: rule({ outcomes: [situation.ends], ring_seconds: 4, talk_seconds: 61 }) };
  if ("stays" in situation) {
    if (situation.stays === "queued") return { speed: 0.001, rules: rule({}) };
    if (situation.stays === "ringing") return { speed: 1, rules: rule({ outcomes: ["no_answer"] }) };
    return { speed: 5, rules: rule({ ring_seconds: 0.1, talk_seconds: 600 }) };
  }
  if (situation.request === "throttled") {
    return {
      ...FAST,
      rules: rule({ misbehaviours: { throttled: 1, retry_after_seconds: situation.retryAfterSeconds } }),
    };
  }
  if (situation.request === "invalid_number") return { ...FAST, rules: rule({ outcomes: ["invalid_number"] }) };
  if (situation.request === "silent") {
    return { ...FAST, rules: rule({ misbehaviours: { slow_response: 1, slow_response_ms: 4000 } }) };
  }
  return { ...FAST, rules: rule({ misbehaviours: { [situation.request]: 1 } }) };
};

const textRule = (situation: TextSituation): Omit<TextRule, "match"> => {
  if ("ends" in situation) return { state: situation.ends === "delivered" ? "delivered" : "failed" };
  if (situation.request === "another_form") throw new Error("the simulator always answers in its own form");
  return { answer: situation.request };
};

const signedAt =
  (atMs: number, method = "POST") =>
  (request: { url: string; body: string }): CallbackRequest => {
    const timestamp = String(Math.floor(atMs / 1000));
    const signature = signRequest(signingKey, { timestamp, ...request });
    const headers = { "x-simulator-timestamp": timestamp, "x-simulator-signature": signature };
    return { method, url: request.url, headers, body: Buffer.from(request.body) };
  };

const callView = (id: string, more: object = {}) => ({
  id,
  idempotency_key: id,
  account: "conformance",
  to: "+12025550144",
  from: "+12025550143",
  attempt: 1,
  state: "in_progress",
  outcome: null,
  answered_by: null,
  opted_out: false,
  started_at: "2026-01-02T03:04:05.000Z",
  answered_at: "2026-01-02T03:04:10.000Z",
  ended_at: null,
  talk_seconds: null,
  cost_minor: null,
  currency: null,
  sandbox: false,
  hung_up: false,
  hung_up_by: null,
  direction: "outbound",
  ...more,
});

const toNextStep = (step: Step): CallInstructions["next"] => {
  if (step.kind === "listen") {
    const { turn_url, silence_seconds, interruptible } = step;
    return { kind: "listen", turnUrl: turn_url, silenceSeconds: silence_seconds, interruptible };
  }
  if (step.kind === "relay") {
    const { web_socket_url, after_url, interruptible } = step;
    return { kind: "relay", webSocketUrl: web_socket_url, afterUrl: after_url, interruptible };
  }
  if (step.kind === "transfer") {
    const { to, caller_id, ring_timeout_seconds, after_url } = step;
    return { kind: "transfer", to, callerId: caller_id, ringTimeoutSeconds: ring_timeout_seconds, afterUrl: after_url };
  }
  if (step.kind === "hold") return { kind: "hold", askUrl: step.ask_url, seconds: step.seconds };
  if (step.kind === "join")
    return { kind: "join", conference: step.conference, otherCallId: null, afterUrl: step.after_url };
  return step;
};

describeCarrier("simulator", async (): Promise<CarrierRig> => {
  const receiver = await startCallbackReceiver();
  const server = createSimulatorServer({ signingKey });
  const baseUrl = await server.listen(0, "127.0.0.1");
  const client = createSimulatorClient(baseUrl, signingKey);
  // At the time of each request: a suite that a busy machine takes minutes for would outlast a signature.
  const sign = (request: { url: string; body: string }) => signedAt(Date.now())(request);
  const signJson = (url: string, body: object) => sign({ url, body: JSON.stringify(body) });
  const turnUrl = `${receiver.baseUrl}/x/turn?turn=1`;
  const rented = async () => {
    const answer: { numbers: RentedNumber[] } = JSON.parse(await (await client.ask("GET", "/v1/numbers")).text());
    return answer.numbers;
  };
  const faults: Record<string, "answer_lost" | "taken" | "refused"> = {};
  return {
    carrier: createSimulatorCarrier({ baseUrl, signingKey }),
    credentials: { account: "conformance" },
    wrongCredentials: {},
    carrierWithWrongCredentials: () => createSimulatorCarrier({ baseUrl, signingKey: "another key" }),
    carrierWithoutServer: createSimulatorCarrier({ baseUrl: "http://127.0.0.1:1", signingKey }),
    unknownCallId: "sim_none",
    placeRequestsTo: async (number) => (await client.record()).filter((each) => each.to === number).length,
    prepare: async (number, situation) => client.writeScript(scriptFor(number, situation)),
    answeredCall: { talkSeconds: 61, price: { costMinor: 2, currency: "USD" } },
    notTellableByFetch: [],
    statesByFetch: ["queued", "ringing", "in_progress"],
    statesByCallback: ["ringing", "in_progress", "completed"],
    callbacks: {
      base: receiver.baseUrl,
      of: receiver.of,
      sign,
      answerBody: JSON.stringify({ type: "turn", call: callView("sim_1"), turn: { kind: "begin", answeredBy: null } }),
      signingHeaders: ["x-simulator-signature", "x-simulator-timestamp"],
      old: () => signedAt(Date.now() - 301_000)({ url: `${receiver.baseUrl}/x/status`, body: "{}" }),
      urlIsSigned: true,
      answeredByIn: "last_event",
    },
    instructions: {
      follow: (_, { body }) => {
        const { say, language, play_digits, next } = instructionsSchema.parse(JSON.parse(body));
        return { say, language, next: toNextStep(next), ...(play_digits !== null && { playDigits: play_digits }) };
      },
      absent: {},
      inexpressible: { otherCallId: "both calls name the conference, and not each other." },
    },
    voices: {
      told: (_, { body }) => {
        const words = JSON.stringify(instructionsSchema.parse(JSON.parse(body)).voice);
        return { words, relay: words };
      },
      usual: "null",
      samples: [
        {
          voice: { provider: "anybody", voice_id: "some-voice", gender: "male", language: "de-DE", speed: 1.5 },
          words: '{"provider":"anybody","voice_id":"some-voice","gender":"male","language":"de-DE","speed":1.5}',
          relay: '{"provider":"anybody","voice_id":"some-voice","gender":"male","language":"de-DE","speed":1.5}',
        },
      ],
      refused: [],
    },
    turn: (id, turn) => signJson(turnUrl, { type: "turn", call: callView(id), turn }),
    detected: (id, answeredBy) =>
      answeredBy === "person" || answeredBy === "voicemail"
        ? signJson(`${receiver.baseUrl}/x/status`, {
            event_id: `${id}.answered`,
            type: "answered",
            occurred_at: new Date().toISOString(),
            call: callView(id, { answered_by: answeredBy === "person" ? "human" : "machine" }),
          })
        : "nobody but people and machines answers the simulator's calls.",
    inbound: {
      announce: async (call) => {
        const inboundUrl = `${receiver.baseUrl}/${crypto.randomUUID()}/inbound`;
        await client.ask("POST", "/v1/inbound", { ...call, inbound_url: inboundUrl });
        const run = inboundUrl.split("/").at(-2) ?? "";
        const request = await waitUntil("the call is announced", () => receiver.of(run)[0]);
        return { request, carrierCallId: JSON.parse(request.body.toString()).call.id };
      },
    },
    relay: { handshake: (url) => signedAt(Date.now(), "GET")({ url, body: "" }), isSigned: true },
    recordings: {
      bytes: buildRecordingWav(),
      contentType: "audio/wav",
      remove: async (recordingId) => void (await client.ask("DELETE", `/v1/recordings/${recordingId}`)),
    },
    numbers: {
      query: { country: "US", type: "local", contains: "555", limit: 2 },
      emptyQuery: { country: "US", type: "local", contains: "123123123", limit: 2 },
      prepare: (phoneNumber, fault) => {
        faults[phoneNumber] = fault;
        return client.writeScript({ ...FAST, number_faults: faults });
      },
      refusal: "The script says that this number is refused.",
      timesHeld: async (phoneNumber) => (await rented()).filter((each) => each.phone_number === phoneNumber).length,
      inboundOf: async ({ phoneNumber }) => {
        const target = (await rented()).find((each) => each.phone_number === phoneNumber)?.inbound;
        return target ? { inboundUrl: target.inbound_url, statusUrl: target.status_url } : null;
      },
      textUrlOf: async ({ phoneNumber }) =>
        (await rented()).find((each) => each.phone_number === phoneNumber)?.text_url ?? null,
    },
    callerIds: "the simulator takes any caller id.",
    texts: {
      prepare: (number, situation) =>
        client.writeScript({ ...FAST, texts: [{ match: `^\\${number}$`, ...textRule(situation) }] }),
      requestsTo: async (number) => {
        const answer: { records: { request: { to: string } }[] } = JSON.parse(
          await (await client.ask("GET", "/v1/texts")).text(),
        );
        return answer.records.filter(({ request }) => request.to === number).length;
      },
      write: async (text, url) => {
        await client.ask("POST", "/v1/texts/inbound", { ...text, inbound_url: url });
        return waitUntil("the text is announced", () => receiver.of(url.split("/").at(-2) ?? "")[0]);
      },
      refusesOptedOut: true,
      reportsOptOut: "the simulator knows who wants no more when it is asked to send, not later.",
      findsById: true,
      findsUnanswered: true,
      price: { costMinor: 1, currency: "USD" },
      bodyIsSigned: true,
      answersInAnotherForm: "nothing stands between the platform and the simulator.",
      answersStop: false,
    },
    close: async () => {
      await server.close(0);
      await receiver.close();
    },
  };
});

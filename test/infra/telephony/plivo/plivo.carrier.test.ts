import { randomUUID } from "node:crypto";
import type { TurnEvent } from "../../../../domain/call/call-instructions.ts";
import type { CallbackRequest } from "../../../../infra/telephony/carrier.ts";
import { createPlivoCarrier } from "../../../../infra/telephony/plivo/plivo.carrier.ts";
import { startCallbackReceiver } from "../callback-receiver.ts";
import { describeCarrier } from "../carrier-conformance.ts";
import type { CarrierRig, OrAbsent } from "../carrier-rig.ts";
import { startPlivoStandIn } from "../plivo-stand-in.ts";
import { REFUSED_CALLER_ID } from "./stand-in/caller-ids.ts";
import { readPlivoDocument } from "./stand-in/document.ts";
import { followPlivoDocument } from "./stand-in/follow.ts";
import { REFUSAL } from "./stand-in/numbers.ts";
import { writtenText } from "./stand-in/texts.ts";

const MACHINES_ONLY = "Plivo tells when it was a machine, and nothing else.";
const NO_RELAY = "Plivo relays no words: its conversations are held turn by turn.";

const SAID: Readonly<Record<string, (event: TurnEvent) => Record<string, string>>> = {
  begin: () => ({ Event: "StartApp" }),
  speech: (event) => ({
    InputType: "speech",
    Digits: "",
    Speech: event.kind === "speech" ? event.text : "",
    SpeechConfidenceScore: event.kind === "speech" ? String(event.confidence) : "",
    BilledAmount: "0.02",
  }),
  digits: (event) => ({ InputType: "dtmf", Digits: event.kind === "digits" ? event.digits : "", Speech: "" }),
  silence: () => ({ Event: "Redirect" }),
  transfer_ended: (event) => ({
    DialStatus: event.kind === "transfer_ended" ? DIAL_STATUS[event.outcome] : "",
    DialRingStatus: "true",
    DialBLegUUID: randomUUID(),
  }),
};
const DIAL_STATUS = { answered: "completed", busy: "busy", no_answer: "no-answer", failed: "failed" };

describeCarrier("plivo", async (): Promise<CarrierRig> => {
  const receiver = await startCallbackReceiver();
  const plivo = await startPlivoStandIn();
  const adapter = createPlivoCarrier({ baseUrl: plivo.baseUrl, recordDelayMs: 0 });
  const credentials = { auth_id: plivo.authId, auth_token: plivo.authToken };
  const sign = (request: { url: string; body: string }): CallbackRequest => ({
    method: "POST",
    url: request.url,
    headers: plivo.sign(request),
    body: Buffer.from(request.body),
  });
  const ask = (carrierCallId: string, { path, fields }: { path: string; fields: Record<string, string> }) => {
    const about = { CallUUID: carrierCallId, From: "12025550100", To: "12025550142", CallStatus: "in-progress" };
    const body = new URLSearchParams({ ...about, Direction: "outbound", ...fields }).toString();
    return sign({ url: `${receiver.baseUrl}/x/${path}`, body });
  };
  const turn = (carrierCallId: string, event: TurnEvent): OrAbsent<CallbackRequest> => {
    const fields = SAID[event.kind]?.(event);
    if (!fields) return NO_RELAY;
    const paths: Record<string, string> = {
      begin: "answer",
      silence: "turn?turn=3&silence=true",
      transfer_ended: "after",
    };
    return ask(carrierCallId, { path: paths[event.kind] ?? "turn?turn=3", fields });
  };

  // Plivo records when the answer says so: the platform knows whether a run is recorded, and answers.
  const recorded = new Map<string, boolean>();
  plivo.answerWith(async (call) => {
    const instructions = { say: ["Hello"], language: "en-US", next: { kind: "hang_up" } } as const;
    const record = recorded.get(`+${call.to}`) ?? false;
    const order = { carrierCallId: call.uuid, statusUrl: String(call.json["hangup_url"]) };
    return (await adapter.instruct(credentials, { ...order, instructions: { ...instructions, record } })).body;
  });
  const carrier: CarrierRig["carrier"] = {
    ...adapter,
    placeCall: (by, request, timeoutMs) => {
      recorded.set(request.to, request.record);
      return adapter.placeCall(by, request, timeoutMs);
    },
  };

  return {
    carrier,
    credentials,
    wrongCredentials: { ...credentials, auth_token: "wrong" },
    carrierWithWrongCredentials: () => adapter,
    carrierWithoutServer: createPlivoCarrier({ baseUrl: "http://127.0.0.1:1", recordDelayMs: 0 }),
    unknownCallId: randomUUID(),
    placeRequestsTo: async (number) =>
      plivo.requests.filter(
        ({ method, path, json }) => method === "POST" && path === "/Call/" && json["to"] === number.slice(1),
      ).length,
    prepare: async (number, situation) => plivo.prepare(number, situation),
    answeredCall: { talkSeconds: 61, price: { costMinor: 3, currency: "USD" } },
    // A record does not tell people from machines.
    notTellableByFetch: ["voicemail"],
    statesByFetch: ["queued", "ringing", "in_progress"],
    // The request for instructions reports the answer.
    statesByCallback: ["ringing", "completed"],
    callbacks: {
      base: receiver.baseUrl,
      of: receiver.of,
      sign,
      answerBody: `CallUUID=${randomUUID()}&CallStatus=in-progress&Event=StartApp`,
      signingHeaders: ["x-plivo-signature-v3", "x-plivo-signature-v3-nonce"],
      old: () => "Plivo's signature has no time in it; a repeated event is known by its id.",
      urlIsSigned: true,
      answeredByIn: "last_event",
    },
    instructions: {
      follow: (_, document) => followPlivoDocument(document),
      absent: { relay: NO_RELAY },
      inexpressible: { otherCallId: "both calls name the conference, and not each other." },
    },
    voices: {
      told: (_, { body }) => {
        const [speak] = readPlivoDocument(body);
        const { voice = "", language = "" } = speak?.attributes ?? {};
        return { words: [voice, language, speak?.children[0]?.attributes["rate"] ?? ""].join(" ").trim() };
      },
      usual: "en-US",
      samples: [
        { voice: { gender: "male" }, words: "Polly.Matthew en-US" },
        { voice: { gender: "male", speed: 1.2 }, language: "de-DE", words: "Polly.Hans de-DE 120%" },
        { voice: { provider: "amazon", voice_id: "Joanna" }, words: "Polly.Joanna en-US" },
        { voice: { language: "ja-JP" }, words: "Polly.Mizuki ja-JP" },
        { voice: { language: "fr-FR" }, words: "fr-FR" },
      ],
      refused: [
        { voice: { provider: "elevenlabs" }, sentence: /amazon, not of elevenlabs.*Joanna \(female\)/ },
        { voice: { voice_id: "Ruth" }, sentence: /"Ruth".*Joanna \(female\)/ },
        { voice: { gender: "male", speed: 3 }, sentence: /from 0.25 to 2/ },
        { voice: { language: "sw-KE" }, sentence: /no voice for sw-KE/ },
      ],
    },
    turn,
    detected: (carrierCallId, answeredBy) =>
      answeredBy === "voicemail"
        ? ask(carrierCallId, { path: "answer", fields: { Event: "StartApp", Machine: "true" } })
        : MACHINES_ONLY,
    inbound: {
      announce: ({ from, to }) => {
        const carrierCallId = randomUUID();
        const fields = { CallUUID: carrierCallId, From: from?.slice(1) ?? "anonymous", To: to.slice(1) };
        const more = { Direction: "inbound", CallStatus: "ringing", Event: "StartApp" };
        const body = new URLSearchParams({ ...fields, ...more }).toString();
        return { request: sign({ url: `${receiver.baseUrl}/inbound`, body }), carrierCallId };
      },
    },
    relay: NO_RELAY,
    recordings: {
      bytes: plivo.recordings.bytes,
      contentType: "audio/x-wav",
      remove: (recordingId) => void plivo.recordings.all.delete(recordingId),
    },
    numbers: {
      query: { country: "US", type: "local", contains: "415", limit: 2 },
      emptyQuery: { country: "US", type: "mobile", limit: 2 },
      prepare: (phoneNumber, fault) => void plivo.shop.faults.set(phoneNumber.slice(1), fault),
      refusal: REFUSAL,
      timesHeld: (phoneNumber) => plivo.shop.numbers.find(({ number }) => number === phoneNumber.slice(1))?.held ?? 0,
      inboundOf: ({ phoneNumber }) => {
        const appId = plivo.shop.numbers.find(({ number }) => number === phoneNumber.slice(1))?.appId;
        const application = plivo.shop.applications.find(({ id }) => id === appId);
        return application ? { inboundUrl: application.answerUrl, statusUrl: application.hangupUrl } : null;
      },
      textUrlOf: ({ phoneNumber }) => {
        const appId = plivo.shop.numbers.find(({ number }) => number === phoneNumber.slice(1))?.appId;
        return plivo.shop.applications.find(({ id }) => id === appId)?.messageUrl ?? null;
      },
    },
    callerIds: {
      phoneNumber: "+12025550176",
      refused: { phoneNumber: plivo.callerIds.refused, sentence: REFUSED_CALLER_ID },
      answer: (_, { reference }) => plivo.callerIds.pending.get(reference)?.code ?? "",
    },
    texts: {
      prepare: (number, situation) => void plivo.texts.situations.set(number.slice(1), situation),
      requestsTo: (number) =>
        plivo.requests.filter(
          ({ method, path, json }) => method === "POST" && path === "/Message/" && json["dst"] === number.slice(1),
        ).length,
      write: (text, url) => ({
        method: "POST",
        url,
        headers: plivo.signText(url),
        body: Buffer.from(writtenText(text)),
      }),
      refusesOptedOut: true,
      reportsOptOut: true,
      findsById: true,
      findsUnanswered: "Plivo's list does not show what was written.",
      price: { costMinor: 1, currency: "USD" },
      bodyIsSigned: "Plivo signs where it sends what it says about a text, not what it says.",
      answersInAnotherForm: true,
      answersStop: true,
    },
    close: async () => {
      await plivo.close();
      await receiver.close();
    },
  };
});

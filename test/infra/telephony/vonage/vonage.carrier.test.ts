import { generateKeyPairSync, randomUUID } from "node:crypto";
import type { CarrierDocument, TurnEvent } from "../../../../domain/call/call-instructions.ts";
import type { CallbackRequest, Carrier } from "../../../../infra/telephony/carrier.ts";
import { createVonageCarrier } from "../../../../infra/telephony/vonage/vonage.carrier.ts";
import { startCallbackReceiver } from "../callback-receiver.ts";
import { describeCarrier } from "../carrier-conformance.ts";
import type { CarrierRig, NumbersRig } from "../carrier-rig.ts";
import { RECORDED, startVonageStandIn, type VonageStandIn } from "../vonage-stand-in.ts";
import { signWebhook } from "./vonage-account.ts";
import { followNcco } from "./vonage-follow.ts";
import { nccoDocument } from "./vonage-requests.ts";
import { REFUSAL } from "./vonage-shop.ts";

const ONLY_TWO = "Vonage tells people from machines, and no more.";

describeCarrier("vonage", async (): Promise<CarrierRig> => {
  const vonage = await startVonageStandIn();
  const { credentials, account } = vonage;
  const recordedRuns = new Set<string>();
  const carrier = recordingWhenAsked(createVonageCarrier({ baseUrl: vonage.baseUrl }), recordedRuns);
  const receiver = await startCallbackReceiver(async (request) => {
    const run = /\/([\w-]+)\/answer$/.exec(new URL(request.url).pathname)?.[1] ?? "";
    return recordedRuns.has(run) ? firstInstructions(carrier, credentials, request) : null;
  });
  const sign = (request: { url: string; body: string }) => signWebhook(account, request);
  const base = receiver.baseUrl;
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  return {
    carrier,
    credentials,
    wrongCredentials: { ...credentials, api_secret: "wrong", private_key: privateKey },
    carrierWithWrongCredentials: () => carrier,
    carrierWithoutServer: createVonageCarrier({ baseUrl: "http://127.0.0.1:1" }),
    unknownCallId: randomUUID(),
    prepare: async (number, situation) => vonage.prepare(number, situation),
    placeRequestsTo: async (number) =>
      vonage.requests.filter(
        ({ method, path, body }) =>
          method === "POST" && path === "/v1/calls" && JSON.stringify(body).includes(`"number":"${number.slice(1)}"`),
      ).length,
    answeredCall: { talkSeconds: 61, price: { costMinor: 3, currency: "EUR" } },
    notTellableByFetch: ["voicemail"],
    statesByFetch: ["queued", "ringing", "in_progress"],
    statesByCallback: ["queued", "ringing", "in_progress", "completed"],
    callbacks: {
      base,
      of: receiver.of,
      sign,
      answerBody: JSON.stringify({
        from: "12025550100",
        to: "12025550101",
        uuid: randomUUID(),
        conversation_uuid: "CON-1",
      }),
      signingHeaders: ["authorization"],
      old: () => {
        const body = JSON.stringify({ uuid: randomUUID(), status: "ringing", timestamp: new Date().toISOString() });
        return signWebhook(account, { url: `${base}/x/status`, body }, new Date(Date.now() - 6 * 60_000));
      },
      urlIsSigned: "Vonage signs what it sends, not where to; the call is named in what is signed.",
      answeredByIn: "own_event",
    },
    instructions: {
      follow: (_, document) => followNcco(document),
      absent: {
        relay: "Vonage relays audio alone: its conversations are held in turns.",
        reject: "The platform has taken the call when it is asked: it can speak and end the call, not turn it away.",
        play_digits:
          "Digits are played by a request of their own, at once: before words of the same instructions, not after.",
      },
      inexpressible: { otherCallId: "both calls name the conference, and not each other." },
    },
    voices: {
      told: (_, { body }) => {
        const talk = nccoDocument.parse(JSON.parse(body)).find(({ action }) => action === "talk");
        if (talk?.action !== "talk") throw new Error("nothing is said");
        const { language = "", style, premium } = talk;
        return { words: [language, style ?? "", premium === true ? "premium" : ""].join(" ").trim() };
      },
      usual: "en-US",
      samples: [
        { voice: { voice_id: "2" }, words: "en-US 2" },
        { voice: { provider: "vonage", voice_id: "6-premium", language: "pt-PT" }, words: "pt-PT 6 premium" },
        { voice: { language: "de-DE" }, words: "de-DE" },
      ],
      refused: [
        { voice: { gender: "female" }, sentence: /by a style, not by gender.*2-premium/ },
        { voice: { voice_id: "Joanna" }, sentence: /no style "Joanna".*number/ },
        { voice: { provider: "elevenlabs", voice_id: "1" }, sentence: /vonage, not of elevenlabs/ },
        { voice: { speed: 1.2 }, sentence: /no speed/ },
        { voice: { language: "sw-KE" }, sentence: /no voice for sw-KE/ },
      ],
    },
    turn: (uuid, event) => turnRequest(carrier, vonage, { uuid, event, base }),
    detected: (uuid, answeredBy) =>
      answeredBy === "person" || answeredBy === "voicemail"
        ? sign({
            url: `${base}/x/status`,
            body: JSON.stringify({
              call_uuid: uuid,
              status: answeredBy === "person" ? "human" : "machine",
              timestamp: new Date().toISOString(),
            }),
          })
        : ONLY_TWO,
    inbound: {
      announce: async ({ from, to }) => {
        const phone = (number: string) => ({ type: "phone", number }) as const;
        const request = {
          to: [phone(to.slice(1))],
          from: phone(from?.slice(1) ?? ""),
          answer_url: [`${base}/inbound`],
        };
        const { uuid, conversation } = vonage.newCall(request, "ringing", "inbound");
        const number = from?.slice(1) ?? "anonymous";
        const body = { from: number, to: to.slice(1), uuid, conversation_uuid: conversation };
        return { request: await sign({ url: `${base}/inbound`, body: JSON.stringify(body) }), carrierCallId: uuid };
      },
    },
    relay: "Vonage relays audio alone, never words.",
    recordings: { bytes: RECORDED, contentType: "audio/mpeg", remove: (id) => vonage.forget(id) },
    numbers: numbersOf(vonage),
    callerIds: "Vonage takes the account's own numbers as caller id; it verifies nobody else's.",
    texts: {
      prepare: (number, situation) => void vonage.texts.situations.set(number.slice(1), situation),
      requestsTo: (number) =>
        vonage.requests.filter(
          ({ method, path, body }) =>
            method === "POST" && path === "/v1/messages" && JSON.stringify(body).includes(`"to":"${number.slice(1)}"`),
        ).length,
      write: (text, url) => sign({ url, body: vonage.texts.writtenBy(text) }),
      refusesOptedOut: "Vonage keeps no list of people who want no more.",
      reportsOptOut: "Vonage keeps no list of people who want no more.",
      findsById: "The Messages API looks nothing up: only a report says what came of a text.",
      findsUnanswered: "The Messages API looks nothing up: only a report says what came of a text.",
      price: { costMinor: 3, currency: "EUR" },
      bodyIsSigned: true,
      answersInAnotherForm: true,
      answersStop: false,
    },
    close: async () => {
      await vonage.close();
      await receiver.close();
    },
  };
});

/** Vonage starts a recording with the first instructions: those who place such a call give them, as here. */
const recordingWhenAsked = (carrier: Carrier, recordedRuns: Set<string>): Carrier => ({
  ...carrier,
  placeCall: (credentials, request, timeoutMs) => {
    if (request.record) recordedRuns.add(request.runUuid);
    return carrier.placeCall(credentials, request, timeoutMs);
  },
});

const firstInstructions = async (
  carrier: Carrier,
  credentials: VonageStandIn["credentials"],
  request: CallbackRequest,
): Promise<CarrierDocument> => {
  const read = carrier.readTurn(credentials, request);
  if (!read.ok) throw new Error(read.reason);
  return carrier.instruct(credentials, {
    carrierCallId: read.turn.carrierCallId,
    statusUrl: request.url.replace(/\/answer$/, "/status"),
    instructions: { say: ["This call is recorded."], language: "en-US", record: true, next: { kind: "hang_up" } },
  });
};

type SampleEvent = Exclude<TurnEvent, { kind: "other" }>;

const turnRequest = async (
  carrier: Carrier,
  { account, credentials }: VonageStandIn,
  { uuid, event, base }: { uuid: string; event: SampleEvent; base: string },
): Promise<CallbackRequest | string> => {
  const common = { from: "12025550100", to: "12025550101", uuid, conversation_uuid: "CON-1" };
  const sign = (url: string, body: object) => signWebhook(account, { url, body: JSON.stringify(body) });
  const input = (speech: object, dtmf: object) =>
    sign(`${base}/x/turn?turn=2`, { speech, dtmf, ...common, timestamp: new Date().toISOString() });
  const noDigits = { digits: null, timed_out: false };
  switch (event.kind) {
    case "begin":
      return sign(`${base}/x/answer`, common);
    case "speech":
      return input(
        {
          timeout_reason: "end_on_silence_timeout",
          results: [
            { confidence: String(event.confidence), text: event.text },
            { confidence: "0.1", text: "something else" },
          ],
        },
        noDigits,
      );
    case "digits":
      return input({ results: [] }, { digits: event.digits, timed_out: true });
    case "silence":
      return input({ timeout_reason: "start_timeout" }, noDigits);
    case "relay_ended":
      return "Vonage relays audio alone, never words.";
    case "transfer_ended":
      return transferEnded(carrier, { account, credentials }, { uuid, outcome: event.outcome, base });
  }
};

const STATUS = { busy: "busy", no_answer: "timeout", failed: "failed" } as const;

/** Reports the end like Vonage after the very document that began the transfer. */
const transferEnded = async (
  carrier: Carrier,
  { account, credentials }: Pick<VonageStandIn, "account" | "credentials">,
  call: { uuid: string; outcome: "answered" | "busy" | "no_answer" | "failed"; base: string },
): Promise<CallbackRequest> => {
  const { uuid, outcome, base } = call;
  const transfer = { kind: "transfer", to: "+12025550142", callerId: "+12025550100", ringTimeoutSeconds: 20 } as const;
  const document = await carrier.instruct(credentials, {
    carrierCallId: uuid,
    statusUrl: `${base}/x/status`,
    instructions: { say: [], language: "en-US", next: { ...transfer, afterUrl: `${base}/x/after` } },
  });
  const notify = nccoDocument.parse(JSON.parse(document.body)).find((each) => each.action === "notify");
  const url = notify?.eventUrl[0] ?? "";
  const timestamp = new Date().toISOString();
  const body =
    outcome === "answered"
      ? { payload: notify?.payload, conversation_uuid: "CON-1", timestamp }
      : // The other side is a call of its own.
        { uuid: randomUUID(), status: STATUS[outcome], direction: "outbound", conversation_uuid: "CON-1", timestamp };
  return signWebhook(account, { url, body: JSON.stringify(body) });
};

const numbersOf = ({ shop }: VonageStandIn): NumbersRig => ({
  query: { country: "US", type: "local", contains: "5557", limit: 2 },
  emptyQuery: { country: "US", type: "toll_free", limit: 2 },
  prepare: (phoneNumber, fault) => void shop.faults.set(phoneNumber.slice(1), fault),
  refusal: REFUSAL,
  timesHeld: (phoneNumber) => shop.held.filter(({ msisdn }) => `+${msisdn}` === phoneNumber).length,
  inboundOf: ({ phoneNumber }) => {
    const held = shop.held.find(({ msisdn }) => `+${msisdn}` === phoneNumber);
    if (held?.app_id === undefined) return null;
    const { answer_url, event_url } = shop.application().capabilities.voice?.webhooks ?? {};
    return { inboundUrl: answer_url?.address ?? null, statusUrl: event_url?.address ?? null };
  },
  textUrlOf: ({ phoneNumber }) => {
    const held = shop.held.find(({ msisdn }) => `+${msisdn}` === phoneNumber);
    if (held?.app_id === undefined) return held?.moHttpUrl ?? null;
    return shop.application().capabilities.messages?.webhooks?.inbound_url?.address ?? null;
  },
});

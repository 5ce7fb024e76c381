import { randomBytes } from "node:crypto";
import twilioSdk from "twilio";
import type { CallbackRequest, Carrier } from "../../../../infra/telephony/carrier.ts";
import { createTwilioCarrier } from "../../../../infra/telephony/twilio/twilio.carrier.ts";
import { startCallbackReceiver } from "../callback-receiver.ts";
import { describeCarrier } from "../carrier-conformance.ts";
import type { CarrierRig } from "../carrier-rig.ts";
import { startTwilioStandIn } from "../twilio-stand-in.ts";
import { followTwiml, voicesInTwiml } from "./stand-in/follow-twiml.ts";

const TRANSFERS = { answered: "completed", busy: "busy", no_answer: "no-answer", failed: "failed" } as const;
const DETECTED = { person: "human", voicemail: "machine_end_beep", fax: "fax", unknown: "unknown" } as const;
/** ANONYMOUS, on the keys of a telephone. */
const WITHHELD = "+266696687";

const BY_NAME = "both calls name the conference, and not each other.";

describeCarrier("twilio", async (): Promise<CarrierRig> => {
  const twilio = await startTwilioStandIn();
  const adapter = createTwilioCarrier({ baseUrl: twilio.baseUrl });
  const credentials = { account_sid: twilio.accountSid, auth_token: twilio.authToken };
  // Twilio records when the answer says so: the platform knows whether a run is recorded, and answers.
  const recorded = new Set<string>();
  const receiver = await startCallbackReceiver(async ({ url }) => {
    const runUuid = url.split("/").at(-2) ?? "";
    if (!url.endsWith("/answer") || !recorded.has(runUuid)) return null;
    const order = { carrierCallId: "", statusUrl: url.replace("/answer", "/status") };
    const instructions = { say: ["Hello."], language: "en-US", record: true, next: { kind: "hang_up" } } as const;
    return adapter.instruct(credentials, { ...order, instructions });
  });
  const carrier: Carrier = {
    ...adapter,
    placeCall: (account, request, timeoutMs) => {
      if (request.record) recorded.add(request.runUuid);
      return adapter.placeCall(account, request, timeoutMs);
    },
  };
  // The idempotency token is not signed, so it is no part of what makes a callback genuine.
  const sign = (request: { url: string; body: string }): CallbackRequest => ({
    method: "POST",
    url: request.url,
    headers: twilio.sign(request),
    body: Buffer.from(request.body),
  });
  const ask = (id: string, path: string, fields: Record<string, string>) => {
    const more = { CallStatus: "in-progress", Direction: "outbound-api", From: "+12025550100", To: "+12025550142" };
    const body = new URLSearchParams({ AccountSid: twilio.accountSid, CallSid: id, ...more, ...fields }).toString();
    return sign({ url: `${receiver.baseUrl}/x/${path}`, body });
  };
  return {
    carrier,
    credentials,
    wrongCredentials: { account_sid: twilio.accountSid, auth_token: "wrong" },
    carrierWithWrongCredentials: () => carrier,
    carrierWithoutServer: createTwilioCarrier({ baseUrl: "http://127.0.0.1:1" }),
    unknownCallId: `CA${randomBytes(16).toString("hex")}`,
    placeRequestsTo: async (number) =>
      twilio.requests.filter(
        ({ method, path, form }) => method === "POST" && path.endsWith("/Calls.json") && form.get("To") === number,
      ).length,
    prepare: async (number, situation) => twilio.prepare(number, situation),
    answeredCall: { talkSeconds: 61, price: { costMinor: 3, currency: "USD" } },
    notTellableByFetch: ["rejected"],
    statesByFetch: ["queued", "ringing", "in_progress"],
    statesByCallback: ["ringing", "in_progress", "completed"],
    callbacks: {
      base: receiver.baseUrl,
      of: receiver.of,
      sign,
      answerBody: `AccountSid=${twilio.accountSid}&CallSid=CA1&CallStatus=in-progress`,
      signingHeaders: ["x-twilio-signature"],
      old: () => "Twilio's signature has no time in it; a repeated event is known by its id.",
      urlIsSigned: true,
      answeredByIn: "last_event",
    },
    instructions: { follow: (_, { body }) => followTwiml(body), absent: {}, inexpressible: { otherCallId: BY_NAME } },
    voices: {
      told: (_, { body }) => voicesInTwiml(body),
      usual: "en-US",
      samples: [
        { voice: { gender: "male" }, words: "Polly.Matthew-Neural en-US", relay: "Amazon Matthew-Neural" },
        {
          voice: { gender: "female" },
          language: "de-DE",
          words: "Polly.Vicki-Neural de-DE",
          relay: "Amazon Vicki-Neural",
        },
        { voice: { voice_id: "Joanna" }, words: "Polly.Joanna-Neural en-US", relay: "Amazon Joanna-Neural" },
        {
          voice: { provider: "amazon", voice_id: "Ruth-Generative" },
          words: "Polly.Ruth-Generative en-US",
          relay: "Amazon Ruth-Generative",
        },
        { voice: { voice_id: "Astrid", language: "sv-SE" }, words: "Polly.Astrid sv-SE", relay: "Amazon Astrid sv-SE" },
        {
          voice: { provider: "Google", voice_id: "en-US-Neural2-F" },
          words: "Google.en-US-Neural2-F en-US",
          relay: "Google en-US-Neural2-F",
        },
        {
          voice: { voice_id: "UgBBYS2sOqTuMpoF3BR0" },
          words: "en-US",
          relay: "ElevenLabs UgBBYS2sOqTuMpoF3BR0",
        },
        {
          voice: { voice_id: "UgBBYS2sOqTuMpoF3BR0-turbo_v2_5", speed: 1.1 },
          words: "en-US",
          relay: "ElevenLabs UgBBYS2sOqTuMpoF3BR0-turbo_v2_5-1.1_0.5_0.75",
        },
      ],
      refused: [
        { voice: { provider: "azure" }, sentence: /amazon, google or elevenlabs, not of azure/ },
        { voice: { voice_id: "Nobody" }, sentence: /"Nobody".*Joanna \(female\).*Matthew \(male\)/ },
        { voice: { gender: "male", speed: 1.1 }, sentence: /only voices of elevenlabs have a speed/ },
        { voice: { voice_id: "UgBBYS2sOqTuMpoF3BR0", speed: 3 }, sentence: /from 0.7 to 1.2/ },
        { voice: { provider: "google" }, sentence: /voice_id such as/ },
        { voice: { provider: "elevenlabs", voice_id: "Rachel" }, sentence: /twenty characters/ },
      ],
    },
    turn: (id, event) => {
      if (event.kind === "begin") return ask(id, "answer", {});
      if (event.kind === "speech") {
        const confidence = String(event.confidence ?? "");
        return ask(id, "turn?turn=1&twilio=gather", { SpeechResult: event.text, Confidence: confidence });
      }
      if (event.kind === "digits") {
        return ask(id, "turn?turn=1&twilio=gather", { Digits: event.digits, msg: "Gather End" });
      }
      if (event.kind === "silence") return ask(id, "turn?turn=1&twilio=gather", { msg: "Gather End" });
      if (event.kind === "relay_ended") {
        return ask(id, "after?twilio=connect", { SessionId: "VX1", SessionStatus: "ended", HandoffData: "{}" });
      }
      return ask(id, "after?twilio=dial", { DialCallStatus: TRANSFERS[event.outcome], DialCallSid: "CA2" });
    },
    detected: (id, answeredBy) => {
      const fields = { AccountSid: twilio.accountSid, CallSid: id, AnsweredBy: DETECTED[answeredBy] };
      return sign({ url: `${receiver.baseUrl}/x/status`, body: new URLSearchParams(fields).toString() });
    },
    inbound: {
      announce: ({ from, to }) => {
        const carrierCallId = `CA${randomBytes(16).toString("hex")}`;
        const fields = { CallStatus: "ringing", Direction: "inbound", From: from ?? WITHHELD, To: to };
        return { request: ask(carrierCallId, "inbound", fields), carrierCallId };
      },
    },
    relay: {
      handshake: (url) => {
        const signature = twilioSdk.getExpectedTwilioSignature(twilio.authToken, url, {});
        return { method: "GET", url, headers: { "x-twilio-signature": signature }, body: Buffer.alloc(0) };
      },
      isSigned: true,
    },
    recordings: {
      bytes: twilio.recordings.bytes,
      contentType: "audio/x-wav",
      remove: (recordingId) => void twilio.recordings.kept.delete(recordingId),
    },
    numbers: {
      query: { country: "US", type: "local", contains: "415555", limit: 2 },
      emptyQuery: { country: "DE", type: "mobile", limit: 2 },
      prepare: (phoneNumber, fault) => void twilio.numbers.faults.set(phoneNumber, fault),
      refusal: twilio.numbers.refusal,
      timesHeld: (phoneNumber) => twilio.numbers.held.filter((each) => each.phoneNumber === phoneNumber).length,
      inboundOf: ({ phoneNumber }) => {
        const form = twilio.numbers.held.find((each) => each.phoneNumber === phoneNumber)?.form;
        const inboundUrl = form?.get("VoiceUrl");
        return inboundUrl ? { inboundUrl, statusUrl: form?.get("StatusCallback") ?? null } : null;
      },
      textUrlOf: ({ phoneNumber }) =>
        twilio.numbers.held.find((each) => each.phoneNumber === phoneNumber)?.form.get("SmsUrl") || null,
    },
    callerIds: {
      phoneNumber: "+12025550155",
      refused: twilio.callerIds.refused,
      answer: (phoneNumber, { codeToType }) => {
        twilio.callerIds.type(phoneNumber, codeToType);
        return "";
      },
    },
    texts: {
      prepare: (number, situation) => void twilio.texts.situations.set(number, situation),
      requestsTo: (number) => twilio.texts.requestsTo.get(number) ?? 0,
      write: (text, url) => sign({ url, body: twilio.texts.writtenBy(text) }),
      refusesOptedOut: true,
      reportsOptOut: true,
      findsById: true,
      findsUnanswered: true,
      price: { costMinor: 1, currency: "USD" },
      bodyIsSigned: true,
      answersInAnotherForm: true,
      answersStop: true,
    },
    close: async () => {
      await twilio.close();
      await receiver.close();
    },
  };
});

import { SignJWT } from "jose";
import { z } from "zod";
import { agentVoiceSchema } from "../../../../domain/agent/agent-voice.ts";
import type { CallInstructions } from "../../../../domain/call/call-instructions.ts";
import type { CallbackRequest } from "../../../../infra/telephony/carrier.ts";
import { createSipCarrier } from "../../../../infra/telephony/sip/sip.carrier.ts";
import { MACHINE_EVENT } from "../../../../infra/telephony/sip/sip.event.ts";
import { readRunOfCallRoom } from "../../../../infra/telephony/sip/sip.participant.ts";
import { reportCall, writeReport } from "../../../../infra/telephony/sip/sip.report-call.ts";
import { writeTurn } from "../../../../infra/telephony/sip/sip.turn.ts";
import { waitUntil } from "../../../harness/wait-until.ts";
import { type CallbackReceiver, startCallbackReceiver } from "../callback-receiver.ts";
import { describeCarrier } from "../carrier-conformance.ts";
import type { CarrierRig, Situation } from "../carrier-rig.ts";
import { type LivekitStandIn, startLivekitStandIn, type TrunkScript } from "../livekit-stand-in.ts";

const RUN = "0b0fb1c2-65d6-4a0e-9b53-3a1c7a1f2d11";
const TALK_SECONDS = 61;
const SIP_STATUS = {
  busy: [486, "Busy Here"],
  rejected: [603, "Decline"],
  failed: [503, "Service Unavailable"],
} as const;

const scriptFor = (situation: Situation): TrunkScript => {
  if ("stays" in situation) {
    return { stays: ({ queued: "dialing", ringing: "ringing", in_progress: "active" } as const)[situation.stays] };
  }
  if ("ends" in situation) {
    if (situation.ends === "no_answer") return { fault: "rings_out" };
    if (situation.ends === "answered" || situation.ends === "voicemail") return { stays: "active" };
    const [status, reason] = SIP_STATUS[situation.ends];
    return { answers: { status, reason } };
  }
  if (situation.request === "invalid_number") return { answers: { status: 404, reason: "Not Found" } };
  return { fault: situation.request };
};

const NO_DETECTION = "the media process hears the beep of an answering machine, and nothing else of who answers.";
const NO_RECORDINGS = "the media process records, not the trunk.";
const NO_NUMBERS = "a trunk sells no numbers over an interface that all trunks have.";

const document = z.object({
  say: z.array(z.union([z.string(), z.object({ play: z.string() })])),
  language: z.string(),
  voice: agentVoiceSchema.optional(),
  playDigits: z.string().optional(),
  next: z.looseObject({ kind: z.string() }),
});

interface TalkedIn {
  livekit: LivekitStandIn;
  receiver: CallbackReceiver;
  number: string;
  /** Its beep is heard before. */
  isMachine: boolean;
}

/** After the platform has been told of the answer the other side hangs up, for calls that shall end answered. */
const hangUpWhenAnswered = async ({ livekit, receiver, number, isMachine }: TalkedIn) => {
  const room = await waitUntil("the call is dialled", () => livekit.dialledTo(number)[0]?.room_name);
  const runUuid = readRunOfCallRoom(room) ?? "";
  const told = await waitUntil("the answer is told", () =>
    receiver.of(runUuid).find(({ body }) => body.includes('"call_answered"')),
  );
  const { createdAt } = z.object({ createdAt: z.number() }).parse(JSON.parse(told.body.toString()));
  if (isMachine) await reportCall(livekit.settings, { runUuid, statusUrl: told.url, ...MACHINE_EVENT });
  await livekit.hangUp(runUuid, createdAt + TALK_SECONDS);
};

describeCarrier("sip", async (): Promise<CarrierRig> => {
  const [receiver, livekit] = await Promise.all([startCallbackReceiver(), startLivekitStandIn()]);
  const credentials = { address: "sip.example.com:5060", username: "ringdown", password: "a password" };
  const hangingUp: Promise<void>[] = [];
  const sign = async ({ url, body }: { url: string; body: string }): Promise<CallbackRequest> => ({
    method: "POST",
    url,
    headers: await livekit.sign(body),
    body: Buffer.from(body),
  });
  const { apiKey, apiSecret } = livekit.settings;
  const carrier = createSipCarrier({ livekit: livekit.settings });
  return {
    carrier,
    credentials,
    wrongCredentials: credentials,
    carrierWithWrongCredentials: () =>
      createSipCarrier({ livekit: { ...livekit.settings, apiSecret: "another secret that is long enough" } }),
    carrierWithoutServer: createSipCarrier({ livekit: { ...livekit.settings, url: "http://127.0.0.1:1" } }),
    unknownCallId: RUN,
    lostRequest: "LiveKit says who is in a room, and not who never came.",
    placeRequestsTo: async (number) => livekit.dialledTo(number).length,
    prepare: async (number, situation) => {
      livekit.prepare(number, scriptFor(situation));
      const isTalkedIn = "ends" in situation && (situation.ends === "answered" || situation.ends === "voicemail");
      const isMachine = "ends" in situation && situation.ends === "voicemail";
      if (isTalkedIn) hangingUp.push(hangUpWhenAnswered({ livekit, receiver, number, isMachine }));
    },
    answeredCall: { talkSeconds: TALK_SECONDS, price: "a trunk does not tell prices; the price table does." },
    notTellableByFetch: ["answered", "voicemail", "no_answer", "busy", "rejected", "failed", "canceled"],
    statesByFetch: ["queued", "ringing", "in_progress"],
    statesByCallback: ["queued", "in_progress", "completed"],
    callbacks: {
      base: receiver.baseUrl,
      of: receiver.of,
      sign,
      answerBody: writeTurn(RUN, { kind: "begin", answeredBy: null }),
      answerPath: RUN,
      signingHeaders: ["authorization"],
      signedByInstallation: true,
      old: async () => {
        const body = "{}";
        const request = await sign({ url: `${receiver.baseUrl}/x/status`, body });
        const token = new SignJWT({ sha256: "" }).setProtectedHeader({ alg: "HS256" }).setIssuer(apiKey);
        const expired = await token.setExpirationTime(new Date(Date.now() - 301_000)).sign(Buffer.from(apiSecret));
        return { ...request, headers: { ...request.headers, authorization: expired } };
      },
      urlIsSigned: "LiveKit signs the body, which names the call; at another call's address it is refused.",
      answeredByIn: "own_event",
    },
    instructions: {
      follow: (_, { body }) => document.parse(JSON.parse(body)) as CallInstructions,
      absent: {
        listen: "words are relayed; nothing is asked turn by turn.",
        reject: "a caller who is not taken hears that we are busy; nothing is said to them.",
      },
      inexpressible: { callerId: "a REFER carries no caller id: the trunk shows what its contract says." },
    },
    voices: "the organization's own model speaks, with the voices that it has.",
    turn: (id, event) =>
      event.kind === "begin" && event.answeredBy === null
        ? sign({ url: `${receiver.baseUrl}/${id}/answer`, body: writeTurn(id, { kind: "begin", answeredBy: null }) })
        : event.kind === "silence" || event.kind === "relay_ended" || event.kind === "transfer_ended"
          ? sign({ url: `${receiver.baseUrl}/${id}/after`, body: writeTurn(id, event) })
          : event.kind === "begin"
            ? NO_DETECTION
            : "words and digits pass over the relay.",
    detected: (id, answeredBy) =>
      answeredBy === "voicemail"
        ? sign({ url: `${receiver.baseUrl}/${id}/status`, body: writeReport({ runUuid: id, ...MACHINE_EVENT }) })
        : NO_DETECTION,
    inbound: {
      announce: async ({ from, to }) => {
        const inboundUrl = `${receiver.baseUrl}/inbound`;
        const target = { inboundUrl, statusUrl: `${inboundUrl}/7/12/status`, textUrl: "" };
        const number = { phoneNumber: to, carrierNumberId: null };
        await carrier.pointInbound?.({ ...credentials, inbound_addresses: "203.0.113.7" }, number, {
          target,
          serves: true,
        });
        const come = livekit.comeIn({ to, from: from ?? "anonymous", callId: crypto.randomUUID() });
        if (come === null) throw new Error("nobody takes the call");
        return { carrierCallId: come.room, request: await sign({ url: target.statusUrl, body: come.body }) };
      },
    },
    relay: {
      handshake: (url) => ({ method: "GET", url, headers: {}, body: Buffer.alloc(0) }),
      isSigned: "the media process opens it, by our own token.",
    },
    recordings: NO_RECORDINGS,
    numbers: NO_NUMBERS,
    callerIds: "a trunk takes the numbers that its contract says.",
    texts: "a trunk carries calls, not texts.",
    close: async () => {
      await Promise.all(hangingUp);
      await livekit.close();
      await receiver.close();
    },
  };
});

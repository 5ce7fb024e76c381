import type { LivekitSettings } from "../../livekit/livekit-settings.ts";
import { type Carrier, CarrierUnavailableError } from "../carrier.ts";
import { checkAccount } from "./sip.check-account.ts";
import { createLivekitClient } from "./sip.client.ts";
import { hangUpCall, removePerson } from "./sip.command.ts";
import { sipDescription } from "./sip.description.ts";
import { readSipWebhook, toCarrierEvent } from "./sip.event.ts";
import { peekInbound, readInbound } from "./sip.inbound.ts";
import { fetchCall, findCall } from "./sip.look.ts";
import { isAddressOf } from "./sip.participant.ts";
import { placeCall } from "./sip.place-call.ts";
import { pointInbound } from "./sip.point-inbound.ts";
import { reportCall, toAnswerEvent } from "./sip.report-call.ts";
import { isGenuine } from "./sip.signature.ts";
import { readTurn } from "./sip.turn.ts";

export interface SipCarrierOptions {
  livekit: LivekitSettings;
  /** The limit for every request but `placeCall`; 10000 by default. */
  readTimeoutMs?: number;
  /** Returns why no trunk at this host may be called; null, and absent: it may. */
  hostFault?: (host: string) => Promise<string | null>;
}

/**
 * Creates the adapter for any SIP trunk, with LiveKit SIP. The media process has the sound, and asks for instructions like a
 * carrier.
 */
export const createSipCarrier = ({
  livekit,
  readTimeoutMs = 10_000,
  hostFault = async () => null,
}: SipCarrierOptions): Carrier => {
  const client = createLivekitClient(livekit, { readTimeoutMs });
  return {
    description: sipDescription,
    placeCall: (credentials, request, timeoutMs) =>
      placeCall(
        { client, hostFault, tell: (told, answer) => void reportCall(livekit, toAnswerEvent(told, answer)) },
        { credentials, request, timeoutMs },
      ),
    fetchCall: (_, carrierCallId) => fetchCall(client, carrierCallId),
    findCall: (_, query) => findCall(client, query),
    hangUp: (_, carrierCallId) => hangUpCall(client, carrierCallId),
    readCallback: (_, request) => {
      if (!isGenuine(livekit, request)) return { ok: false, reason: "no signature of LiveKit's key" };
      const told = readSipWebhook(request.body);
      const event = told && toCarrierEvent(told);
      if (!told || !event) return { ok: false, reason: "no event of a call" };
      // The address is not signed, so the room says which call it is.
      if (!isAddressOf(request.url, told.room.name)) return { ok: false, reason: "of another call" };
      return { ok: true, event };
    },
    readTurn: (_, request) =>
      isGenuine(livekit, request) ? readTurn(request) : { ok: false, reason: "no signature of LiveKit's key" },
    peekInbound,
    readInbound: (_, request) => readInbound(livekit, request),
    pointInbound: (credentials, { phoneNumber }, inbound) =>
      pointInbound(client, { credentials, phoneNumber, ...inbound }),
    // The media process opens the connection, with our own token in its address.
    verifyRelay: () => true,
    instruct: async (_, { carrierCallId, instructions }) => {
      // LiveKit has not answered the caller, who therefore hears a busy tone.
      if (instructions.next.kind === "reject") await removePerson(client, carrierCallId);
      return { contentType: "application/json", body: JSON.stringify(instructions) };
    },
    openRecording: async () => null,
    listRecordings: async () => [],
    // Calls over a trunk are recorded here, and nowhere else.
    removeRecording: async () => {},
    reportsPrice: false,
    listPrices: async () => new Map(),
    messages: null,
    numbers: null,
    callerIds: null,
    checkAccount: (credentials) => checkAccount({ client, hostFault }, credentials),
  };
};

const UNAVAILABLE =
  "No LiveKit is configured: the operator has to set LIVEKIT_URL, LIVEKIT_API_KEY and LIVEKIT_API_SECRET and run LiveKit SIP";

/** Creates the carrier that is listed where no LiveKit is configured; it refuses everything. */
export const createUnavailableSipCarrier = (): Carrier => {
  const unavailable = () => Promise.reject(new CarrierUnavailableError(UNAVAILABLE));
  return {
    description: { ...sipDescription, unavailable: UNAVAILABLE },
    placeCall: async () => ({ kind: "account_unusable", detail: UNAVAILABLE }),
    fetchCall: unavailable,
    findCall: unavailable,
    hangUp: unavailable,
    readCallback: () => ({ ok: false, reason: UNAVAILABLE }),
    readTurn: () => ({ ok: false, reason: UNAVAILABLE }),
    peekInbound: () => null,
    readInbound: () => ({ ok: false, reason: UNAVAILABLE }),
    verifyRelay: () => false,
    instruct: unavailable,
    openRecording: unavailable,
    listRecordings: unavailable,
    removeRecording: unavailable,
    reportsPrice: false,
    listPrices: async () => new Map(),
    messages: null,
    numbers: null,
    callerIds: null,
    checkAccount: async () => ({ reachable: true, ok: false, message: UNAVAILABLE }),
  };
};

import { z } from "zod";
import { type Carrier, CarrierUnavailableError } from "../carrier.ts";
import type { CarrierCredentials } from "../carrier-credentials.ts";
import type { CallInstructions } from "../carrier-conversation.ts";
import { parseJson } from "../carrier-request.ts";
import { callResource, toCarrierCall } from "./twilio.call.ts";
import { isGenuine, readCallback } from "./twilio.callback.ts";
import { createTwilioClient, describeProblem, readAnswer, type TwilioClient } from "./twilio.client.ts";
import { twilioDescription } from "./twilio.description.ts";
import { findCall } from "./twilio.find-call.ts";
import { hangUp } from "./twilio.hang-up.ts";
import { toCallForm, toPlaceCallResult } from "./twilio.place-call.ts";

export interface TwilioCarrierOptions {
  /** Another region or a test carrier; the public API by default. */
  baseUrl?: string | undefined;
  /** For everything but `placeCall`; 10000 by default. */
  readTimeoutMs?: number;
}

/** Twilio's REST API 2010-04-01. Callbacks are checked with the account's auth token. */
export const createTwilioCarrier = (options: TwilioCarrierOptions = {}): Carrier => {
  const baseUrl = (options.baseUrl ?? "https://api.twilio.com").replace(/\/+$/, "");
  const client = createTwilioClient({ baseUrl, readTimeoutMs: options.readTimeoutMs ?? 10_000 });
  return {
    description: twilioDescription,
    placeCall: async (credentials, request, timeoutMs) => {
      const form = toCallForm(request);
      return toPlaceCallResult(await client(credentials, { method: "POST", path: "/Calls.json", form, timeoutMs }));
    },
    fetchCall: async (credentials, carrierCallId) => {
      const path = `/Calls/${encodeURIComponent(carrierCallId)}.json`;
      const result = await client(credentials, { method: "GET", path });
      if (result.kind === "response" && result.status === 404) return null;
      return toCarrierCall(readAnswer(result, callResource));
    },
    findCall: (credentials, query) => findCall(client, credentials, query),
    hangUp: (credentials, carrierCallId) => hangUp(client, credentials, carrierCallId),
    readCallback,
    readTurn: (credentials, request) =>
      isGenuine(credentials, request)
        ? { ok: true, turn: { carrierCallId: "", event: { kind: "begin", answeredBy: null } } }
        : { ok: false, reason: "missing or wrong signature" },
    peekInbound: () => null,
    readInbound: () => ({ ok: false, reason: "not built yet" }),
    verifyRelay: isGenuine,
    instruct: async (_, { instructions }) => ({ contentType: "text/xml", body: toTwiml(instructions) }),
    openRecording: async () => {
      throw new CarrierUnavailableError("Twilio: recordings are not built yet");
    },
    listRecordings: async () => [],
    reportsPrice: true,
    numbers: null,
    callerIds: null,
    checkAccount: (credentials) => checkAccount(client, credentials),
  };
};

const toTwiml = ({ say, language }: CallInstructions): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Response><Say language="${escapeXml(language)}">${escapeXml(say.join(" "))}</Say><Hangup/></Response>`;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Also drops the control characters that XML forbids altogether: one of them would make Twilio hang up on the person. */
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

const accountResource = z.object({ status: z.string(), friendly_name: z.string().nullish() });

const checkAccount: (client: TwilioClient, credentials: CarrierCredentials) => ReturnType<Carrier["checkAccount"]> =
  async (client, credentials) => {
    const result = await client(credentials, { method: "GET", path: "" });
    if (result.kind === "no_response") return { reachable: false, ok: false, message: `Twilio: ${result.detail}` };
    if (result.status >= 500 || result.status === 429) {
      return { reachable: false, ok: false, message: `Twilio: ${describeProblem(result)}` };
    }
    const account = result.status === 200 ? accountResource.safeParse(parseJson(result.body)).data : undefined;
    if (!account) return { reachable: true, ok: false, message: `Twilio refused: ${describeProblem(result)}` };
    const ok = account.status === "active";
    return { reachable: true, ok, message: ok ? "The account is active." : `The account is ${account.status}.` };
  };

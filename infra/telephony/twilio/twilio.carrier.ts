import { z } from "zod";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { parseJson } from "../../../domain/json/json-value.ts";
import type { Carrier } from "../carrier.ts";
import { callResource, toCarrierCall } from "./twilio.call.ts";
import { isGenuine, readCallback } from "./twilio.callback.ts";
import { createTwilioCallerIds } from "./twilio.caller-ids.ts";
import { createTwilioClient, describeProblem, readAnswer, type TwilioClient } from "./twilio.client.ts";
import { twilioDescription } from "./twilio.description.ts";
import { findCall } from "./twilio.find-call.ts";
import { hangUp } from "./twilio.hang-up.ts";
import { listPrices } from "./twilio.list-prices.ts";
import { createTwilioMessages } from "./twilio.messages.ts";
import { createTwilioNumbers } from "./twilio.numbers.ts";
import { toCallForm, toPlaceCallResult } from "./twilio.place-call.ts";
import { listRecordings, openRecording, removeRecording } from "./twilio.recordings.ts";
import { peekInbound, readInbound, readTurn } from "./twilio.turn.ts";
import { toTwiml } from "./twilio.twiml.ts";

export interface TwilioCarrierOptions {
  /** The address of another region or a test server; the public API by default. */
  baseUrl?: string | undefined;
  /** For every request except `placeCall`; 10000 by default. */
  readTimeoutMs?: number;
}

export const TWILIO_ROOT = "https://api.twilio.com";

/** Creates the adapter for Twilio's REST API 2010-04-01. Callbacks are verified with the account's auth token. */
export const createTwilioCarrier = (options: TwilioCarrierOptions = {}): Carrier => {
  const baseUrl = (options.baseUrl ?? TWILIO_ROOT).replace(/\/+$/, "");
  const clientOptions = { baseUrl, readTimeoutMs: options.readTimeoutMs ?? 10_000 };
  const client = createTwilioClient(clientOptions);
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
    readTurn,
    peekInbound,
    readInbound,
    verifyRelay: isGenuine,
    instruct: async (_, { statusUrl, instructions }) => toTwiml(instructions, statusUrl),
    openRecording: (credentials, recording) =>
      openRecording({ client, options: clientOptions }, credentials, recording),
    listRecordings: (credentials, carrierCallId) => listRecordings(client, credentials, carrierCallId),
    removeRecording: (credentials, recording) => removeRecording(client, credentials, recording),
    reportsPrice: true,
    listPrices: (credentials, query) => listPrices(client, credentials, query),
    messages: createTwilioMessages(client),
    numbers: createTwilioNumbers(client),
    callerIds: createTwilioCallerIds(client),
    checkAccount: (credentials) => checkAccount(client, credentials),
  };
};

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

import type { Carrier } from "../carrier.ts";
import { peekInbound, readCallback, readInbound, readTurn } from "./telnyx.callback.ts";
import { createTelnyxCallerIds } from "./telnyx.caller-ids.ts";
import { checkAccount } from "./telnyx.check-account.ts";
import { createTelnyxClient } from "./telnyx.client.ts";
import { sendCommand } from "./telnyx.command.ts";
import { telnyxDescription } from "./telnyx.description.ts";
import { fetchCall } from "./telnyx.fetch-call.ts";
import { findCall } from "./telnyx.find-call.ts";
import { sendInstructions } from "./telnyx.instruct.ts";
import { listPrices } from "./telnyx.list-prices.ts";
import { createTelnyxMessages } from "./telnyx.messages.ts";
import { createTelnyxNumbers } from "./telnyx.numbers.ts";
import { toCallBody, toPlaceCallResult } from "./telnyx.place-call.ts";
import { listRecordings, openRecording, removeRecording } from "./telnyx.recordings.ts";

export interface TelnyxCarrierOptions {
  /** The address of a test server; the public API by default. */
  baseUrl?: string | undefined;
  /** For every request except `placeCall`; 10000 by default. */
  readTimeoutMs?: number;
}

export const TELNYX_ROOT = "https://api.telnyx.com";

/** Creates the adapter for Telnyx's Voice API (Call Control v2). Events are verified with the account's public key. */
export const createTelnyxCarrier = (options: TelnyxCarrierOptions = {}): Carrier => {
  const baseUrl = (options.baseUrl ?? TELNYX_ROOT).replace(/\/+$/, "");
  const readTimeoutMs = options.readTimeoutMs ?? 10_000;
  const client = createTelnyxClient({ baseUrl, readTimeoutMs });
  const recordings = { client, baseUrl, readTimeoutMs };
  return {
    description: telnyxDescription,
    placeCall: async (credentials, request, timeoutMs) => {
      const json = toCallBody(credentials, request);
      return toPlaceCallResult(await client(credentials, { method: "POST", path: "/calls", json, timeoutMs }));
    },
    fetchCall: (credentials, carrierCallId) => fetchCall(client, credentials, carrierCallId),
    findCall: (credentials, query) => findCall(client, credentials, query),
    hangUp: (credentials, carrierCallId) =>
      sendCommand(client, credentials, { carrierCallId, action: "hangup", body: {} }),
    readCallback,
    readTurn,
    peekInbound,
    readInbound,
    // Telnyx does not sign the opening of the WebSocket: our own token in its address verifies it.
    verifyRelay: () => true,
    instruct: (credentials, order) => sendInstructions(client, credentials, order),
    openRecording: (credentials, recording) => openRecording(recordings, credentials, recording),
    listRecordings: (credentials, carrierCallId) => listRecordings(recordings, credentials, carrierCallId),
    // The price is reported in an event of its own, where the application is set to send it (`call_cost_in_webhooks`).
    removeRecording: (credentials, recording) => removeRecording(client, credentials, recording),
    reportsPrice: true,
    listPrices: (credentials, query) => listPrices(client, credentials, query),
    messages: createTelnyxMessages(client),
    numbers: createTelnyxNumbers(client),
    callerIds: createTelnyxCallerIds(client),
    checkAccount: (credentials) => checkAccount(client, credentials),
  };
};

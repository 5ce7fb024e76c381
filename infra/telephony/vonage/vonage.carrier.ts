import type { Carrier } from "../carrier.ts";
import { callResource, toCarrierCall } from "./vonage.call.ts";
import { readCallback } from "./vonage.callback.ts";
import { checkAccount } from "./vonage.check-account.ts";
import { createVonageClient, readAnswer } from "./vonage.client.ts";
import { vonageDescription } from "./vonage.description.ts";
import { findCall } from "./vonage.find-call.ts";
import { hangUp } from "./vonage.hang-up.ts";
import { buildInstructions } from "./vonage.instruct.ts";
import { listPrices } from "./vonage.list-prices.ts";
import { createVonageMessages } from "./vonage.messages.ts";
import { createVonageNumbers } from "./vonage.numbers.ts";
import { findObstacle, toCallBody, toPlaceCallResult } from "./vonage.place-call.ts";
import { listRecordings, openRecording, removeRecording } from "./vonage.recording.ts";
import { peekInbound, readInbound, readTurn } from "./vonage.turn.ts";

export interface VonageCarrierOptions {
  /** The address of a test server in place of both api.nexmo.com and rest.nexmo.com, whose paths do not collide. */
  baseUrl?: string | undefined;
  /** For every request except `placeCall`; 10000 by default. */
  readTimeoutMs?: number;
}

export const VONAGE_ROOT = "https://api.nexmo.com";

/**
 * Creates the adapter for Vonage's Voice API v1, Numbers API and Application API v2. Conversations are held in turns,
 * by NCCO.
 */
export const createVonageCarrier = (options: VonageCarrierOptions = {}): Carrier => {
  const baseUrl = options.baseUrl?.replace(/\/+$/, "");
  const client = createVonageClient({
    apiUrl: baseUrl ?? VONAGE_ROOT,
    restUrl: baseUrl ?? "https://rest.nexmo.com",
    readTimeoutMs: options.readTimeoutMs ?? 10_000,
  });
  return {
    description: vonageDescription,
    placeCall: async (credentials, request, timeoutMs) => {
      const obstacle = findObstacle(credentials);
      if (obstacle !== null) return { kind: "account_unusable", detail: obstacle };
      const order = { method: "POST", path: "/v1/calls", json: toCallBody(request), timeoutMs } as const;
      return toPlaceCallResult(await client.asApplication(credentials, order));
    },
    fetchCall: async (credentials, uuid) => {
      const path = `/v1/calls/${encodeURIComponent(uuid)}`;
      const result = await client.asApplication(credentials, { method: "GET", path });
      if (result.kind === "response" && result.status === 404) return null;
      return toCarrierCall(readAnswer(result, callResource));
    },
    findCall: (credentials, query) => findCall(client, credentials, query),
    hangUp: (credentials, uuid) => hangUp(client, credentials, uuid),
    readCallback,
    readTurn,
    peekInbound,
    readInbound,
    // Vonage relays only audio, never text.
    verifyRelay: () => false,
    instruct: (credentials, order) => buildInstructions(client, credentials, order),
    openRecording: (credentials, recording) => openRecording(client, credentials, recording),
    listRecordings: (credentials, uuid) => listRecordings(client, credentials, uuid),
    removeRecording: (credentials, recording) => removeRecording(client, credentials, recording),
    reportsPrice: true,
    listPrices: (credentials, query) => listPrices(client, credentials, query),
    messages: createVonageMessages(client),
    numbers: createVonageNumbers(client),
    // Any number of the account may call; other numbers cannot be verified at Vonage.
    callerIds: null,
    checkAccount: (credentials) => checkAccount(client, credentials),
  };
};

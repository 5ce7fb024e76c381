import { z } from "zod";
import { parseJson } from "../../../domain/json/json-value.ts";
import type { Carrier } from "../carrier.ts";
import { isSuccess } from "../carrier-answers.ts";
import { readCallback } from "./plivo.callback.ts";
import { createPlivoCallerIds } from "./plivo.caller-ids.ts";
import { createPlivoClient, describeProblem, type PlivoClient } from "./plivo.client.ts";
import { plivoDescription } from "./plivo.description.ts";
import { fetchCall, hangUp } from "./plivo.fetch-call.ts";
import { findCall } from "./plivo.find-call.ts";
import { listPrices } from "./plivo.list-prices.ts";
import { createPlivoMessages } from "./plivo.messages.ts";
import { createPlivoNumbers } from "./plivo.numbers.ts";
import { toCallBody, toPlaceCallResult } from "./plivo.place-call.ts";
import { listRecordings, openRecording, removeRecording } from "./plivo.recordings.ts";
import { peekInbound, readInbound, readTurn } from "./plivo.turn.ts";
import { toPlivoXml } from "./plivo.xml.ts";

export interface PlivoCarrierOptions {
  /** The address of a test server; the public API by default. */
  baseUrl?: string | undefined;
  /** For every request except `placeCall`; 10000 by default. */
  readTimeoutMs?: number;
  /** How long after a request an ended call may still be missing from the records; 60000 by default. */
  recordDelayMs?: number;
}

export const PLIVO_ROOT = "https://api.plivo.com";

/** Creates the adapter for Plivo's REST API v1 and its XML. Callbacks are verified with the account's auth token. */
export const createPlivoCarrier = (options: PlivoCarrierOptions = {}): Carrier => {
  const baseUrl = (options.baseUrl ?? PLIVO_ROOT).replace(/\/+$/, "");
  const client = createPlivoClient({ baseUrl, readTimeoutMs: options.readTimeoutMs ?? 10_000 });
  const { recordDelayMs = 60_000 } = options;
  return {
    description: plivoDescription,
    placeCall: async (credentials, request, timeoutMs) => {
      const json = toCallBody(request);
      return toPlaceCallResult(await client(credentials, { method: "POST", path: "/Call/", json, timeoutMs }));
    },
    fetchCall: (credentials, carrierCallId) => fetchCall(client, credentials, carrierCallId),
    findCall: (credentials, query) => findCall({ client, recordDelayMs }, credentials, query),
    hangUp: (credentials, carrierCallId) => hangUp(client, credentials, carrierCallId),
    readCallback: (credentials, request) => readCallback(credentials, request),
    readTurn,
    peekInbound,
    readInbound,
    verifyRelay: () => false,
    instruct: async (_, { statusUrl, instructions }) => toPlivoXml(instructions, statusUrl),
    openRecording: (credentials, recording) => openRecording({ client, baseUrl }, credentials, recording),
    listRecordings: (credentials, carrierCallId) => listRecordings(client, credentials, carrierCallId),
    removeRecording: (credentials, recording) => removeRecording(client, credentials, recording),
    reportsPrice: true,
    listPrices: (credentials, query) => listPrices(client, credentials, query),
    messages: createPlivoMessages(client),
    numbers: createPlivoNumbers(client),
    callerIds: createPlivoCallerIds(client),
    checkAccount: (credentials) => checkAccount(client, credentials),
  };
};

const accountResource = z.object({ account_type: z.string().nullish(), cash_credits: z.string().nullish() });

const checkAccount: (
  client: PlivoClient,
  ...of: Parameters<Carrier["checkAccount"]>
) => ReturnType<Carrier["checkAccount"]> = async (client, credentials) => {
  const result = await client(credentials, { method: "GET", path: "/" });
  if (result.kind === "no_response") return { reachable: false, ok: false, message: `Plivo: ${result.detail}` };
  if (result.status >= 500 || result.status === 429)
    return { reachable: false, ok: false, message: `Plivo: ${describeProblem(result)}` };
  const account = isSuccess(result) ? accountResource.safeParse(parseJson(result.body)).data : undefined;
  if (!account) return { reachable: true, ok: false, message: `Plivo refused: ${describeProblem(result)}` };
  const credits = account.cash_credits ? `; ${account.cash_credits} USD of credit` : "";
  return { reachable: true, ok: true, message: `The credentials work${credits}.` };
};

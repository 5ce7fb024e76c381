import { z } from "zod";
import { type CarrierCredentials, readSetting } from "../../../domain/call/carrier-credentials.ts";
import { parseJson } from "../../../domain/json/json-value.ts";
import type {
  CallPrice,
  Carrier,
  CarrierDescription,
  PlaceCallRequest,
  PlaceCallResult,
  PriceQuery,
} from "../carrier.ts";
import { type RequestResult, readRetryAfterSeconds } from "../carrier-request.ts";
import { collectPrices } from "../wanted-prices.ts";
import {
  createSimulatorClient,
  describeRefusal,
  readAnswer,
  requireDoneOrMissing,
  type SimulatorClient,
} from "./simulator.client.ts";
import {
  isGenuine,
  peekInbound,
  readCallback,
  readInbound,
  readTurn,
  toCarrierCall,
  toInstructions,
} from "./simulator.messages.ts";
import { createSimulatorNumbers } from "./simulator.numbers.ts";
import { openSimulatorRecording } from "./simulator.open-recording.ts";
import { callViewSchema } from "./simulator.protocol.ts";
import { createSimulatorMessages } from "./simulator.texts.ts";

export interface SimulatorCarrierOptions {
  /** The simulator's address. */
  baseUrl: string;
  signingKey: string;
  /** For every request except `placeCall`; 5000 by default. */
  readTimeoutMs?: number;
}

const description: CarrierDescription = {
  provider: "simulator",
  displayName: "Simulator",
  connectivity: "api",
  fields: [
    {
      name: "account",
      label: "Account",
      type: "string",
      required: false,
      sensitive: false,
      description: "A label that keeps this account's calls apart in the simulator's record.",
      placeholder: "demo",
    },
    {
      name: "conversations",
      label: "Conversations",
      type: "boolean",
      required: false,
      sensitive: false,
      description:
        "Agents talk with the people who answer. Without it a call only says its greeting, and the script decides how it ends.",
    },
    {
      name: "turn_by_turn",
      label: "Turn by turn",
      type: "boolean",
      required: false,
      sensitive: false,
      description:
        "Asks for the next instructions after each utterance, as Plivo and Vonage do, instead of relaying words.",
    },
  ],
  docsUrl: null,
  defaultCallsPerSecond: null,
  needsCallerId: false,
  conversation: "relay",
  // The simulator records the requested voice and accepts any.
  voiceProblem: () => null,
};

/**
 * Creates the adapter for the simulator, which needs no account. `credentials.sandbox: true` makes calls that cost
 * nothing.
 */
export const createSimulatorCarrier = (options: SimulatorCarrierOptions): Carrier => {
  const { signingKey, readTimeoutMs = 5000 } = options;
  const baseUrl = options.baseUrl.replace(/\/+$/, "");
  const ask = createSimulatorClient({ baseUrl, signingKey, readTimeoutMs });
  const pathOf = (carrierCallId: string) => `/v1/calls/${encodeURIComponent(carrierCallId)}`;

  return {
    description,
    placeCall: async (credentials, request, timeoutMs) =>
      toPlaceCallResult(await ask("POST", "/v1/calls", { body: toBody(credentials, request), timeoutMs })),
    fetchCall: async (_, carrierCallId) => {
      const result = await ask("GET", pathOf(carrierCallId));
      if (result.kind === "response" && result.status === 404) return null;
      return toCarrierCall(readAnswer(result, callViewSchema));
    },
    findCall: async (_, { runUuid }) => {
      const result = await ask("GET", `/v1/calls?idempotency_key=${encodeURIComponent(runUuid)}`);
      const [call] = readAnswer(result, callList).calls;
      return call ? toCarrierCall(call) : null;
    },
    hangUp: async (_, carrierCallId) => {
      const result = await ask("POST", `${pathOf(carrierCallId)}/hangup`);
      if (result.kind === "response" && result.status === 404) return;
      readAnswer(result, callViewSchema);
    },
    readCallback: (_, request) => readCallback(signingKey, request),
    readTurn: (_, request) => readTurn(signingKey, request),
    peekInbound,
    readInbound: (_, request) => readInbound(signingKey, request),
    verifyRelay: (_, request) => isGenuine(signingKey, request),
    instruct: async (_, { instructions, statusUrl }) => ({
      contentType: "application/json",
      body: JSON.stringify(toInstructions(instructions, statusUrl)),
    }),
    openRecording: (_, { recordingId }) => openSimulatorRecording({ baseUrl, signingKey, readTimeoutMs }, recordingId),
    listRecordings: async (_, carrierCallId) => {
      const result = await ask("GET", `${pathOf(carrierCallId)}/recordings`);
      if (result.kind === "response" && result.status === 404) return [];
      const listed = readAnswer(result, recordingList).recordings;
      return listed.map(({ id, duration_seconds }) => ({
        recordingId: id,
        url: null,
        durationSeconds: duration_seconds,
      }));
    },
    removeRecording: async (_, { recordingId }) => {
      requireDoneOrMissing(await ask("DELETE", `/v1/recordings/${encodeURIComponent(recordingId)}`));
    },
    reportsPrice: true,
    listPrices: (_, query) => listPrices(ask, query),
    messages: createSimulatorMessages(ask, signingKey),
    numbers: createSimulatorNumbers(ask),
    callerIds: null,
    checkAccount: async () => {
      const result = await ask("GET", "/v1/script");
      if (result.kind === "no_response") return { reachable: false, ok: false, message: result.detail };
      if (result.status === 200) return { reachable: true, ok: true, message: "The simulator answers." };
      return { reachable: result.status < 500, ok: false, message: describeRefusal(result) };
    },
  };
};

const PRICES_OF_A_PAGE = 500;

/** The simulator has a list by ids: 500 in a request. */
const listPrices = (ask: SimulatorClient, query: PriceQuery): Promise<ReadonlyMap<string, CallPrice>> => {
  const ids = [...query.carrierCallIds];
  const readPage = async (page: number) => {
    const asked = ids.slice(page * PRICES_OF_A_PAGE, (page + 1) * PRICES_OF_A_PAGE);
    const result = await ask("POST", "/v1/calls/lookup", { body: JSON.stringify({ ids: asked }) });
    const calls = readAnswer(result, callList).calls.map(toCarrierCall);
    return { calls, isLast: (page + 1) * PRICES_OF_A_PAGE >= ids.length };
  };
  return collectPrices(query, readPage, ids.length);
};

const callList = z.object({ calls: z.array(callViewSchema) });
const recordingList = z.object({ recordings: z.array(z.object({ id: z.string(), duration_seconds: z.number() })) });

const toBody = (credentials: CarrierCredentials, request: PlaceCallRequest): string =>
  JSON.stringify({
    to: request.to,
    from: request.from,
    idempotency_key: request.runUuid,
    answer_url: request.answerUrl,
    status_url: request.statusUrl,
    // "initiated" is left out, because the answer to this request reports it.
    status_events: ["ringing", "answered", "completed"],
    ring_timeout_seconds: request.ringTimeoutSeconds,
    time_limit_seconds: request.timeLimitSeconds,
    detect_machine: request.detectMachine,
    greeting: request.greeting,
    record: request.record,
    conversation: request.conversation && {
      web_socket_url: credentials["turn_by_turn"] === true ? null : request.conversation.webSocketUrl,
      language: request.conversation.language,
      voice: request.conversation.voice ?? null,
      // The last segment of the path names the request: at the end of a relay it is `after`.
      after_url: request.answerUrl.replace(/\/answer(?=\?|$)/, "/after"),
    },
    account: String(credentials.account ?? ""),
    organization: readSetting(credentials, "organization"),
    sandbox: credentials.sandbox === true,
    // JSON, because settings of an account are plain values.
    manners: parseJson(readSetting(credentials, "manners") || "null") ?? null,
  });

const toPlaceCallResult = (result: RequestResult): PlaceCallResult => {
  if (result.kind === "no_response") return { kind: "unknown", detail: result.detail };
  const detail = describeRefusal(result);
  if (result.status === 429) {
    return { kind: "throttled", retryAfterSeconds: readRetryAfterSeconds(result.headers["retry-after"]), detail };
  }
  if (result.status === 401 || result.status === 403) return { kind: "account_unusable", detail };
  if (result.status === 400) return { kind: "refused", outcome: "invalid_number", detail };
  if (result.status === 422) return { kind: "refused", outcome: "failed", detail };
  const call = callViewSchema.safeParse(parseJson(result.body));
  return call.success ? { kind: "accepted", carrierCallId: call.data.id } : { kind: "unknown", detail };
};

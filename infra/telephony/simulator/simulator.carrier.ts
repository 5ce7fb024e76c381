import { z } from "zod";
import {
  type CallbackRequest,
  type Carrier,
  type CarrierCall,
  type CarrierDescription,
  CarrierUnavailableError,
  type PlaceCallRequest,
  type PlaceCallResult,
  type VerifiedCallback,
} from "../carrier.ts";
import type { CarrierCredentials } from "../carrier-credentials.ts";
import { parseJson, type RequestResult, readRetryAfterSeconds, sendOnce } from "../carrier-request.ts";
import { type CallView, callViewSchema } from "./simulator.call.ts";
import { isSignedBy, SIGNATURE_HEADER, TIMESTAMP_HEADER } from "./simulator.signature.ts";

export interface SimulatorCarrierOptions {
  /** Where the simulator listens. */
  baseUrl: string;
  signingKey: string;
  /** For everything but `placeCall`; 5000 by default. */
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
  ],
  docsUrl: null,
  defaultCallsPerSecond: null,
  needsCallerId: false,
  conversation: "relay",
};

const callback = z.object({ event_id: z.string(), call: callViewSchema });
const refusal = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** The carrier that needs nothing. `credentials.sandbox: true` makes calls that cost nothing. */
export const createSimulatorCarrier = (options: SimulatorCarrierOptions): Carrier => {
  const { signingKey, readTimeoutMs = 5000 } = options;
  const baseUrl = options.baseUrl.replace(/\/+$/, "");
  const ask = (method: "GET" | "POST", path: string, more: { body?: string; timeoutMs?: number } = {}) =>
    sendOnce({
      method,
      url: `${baseUrl}${path}`,
      headers: { authorization: `Bearer ${signingKey}`, "content-type": "application/json" },
      timeoutMs: readTimeoutMs,
      ...more,
    });

  const fetchCall = async (_: CarrierCredentials, carrierCallId: string): Promise<CarrierCall | null> => {
    const result = await ask("GET", `/v1/calls/${encodeURIComponent(carrierCallId)}`);
    if (result.kind === "response" && result.status === 404) return null;
    return toCarrierCall(readAnswer(result, callViewSchema));
  };

  return {
    description,
    placeCall: async (credentials, request, timeoutMs) =>
      toPlaceCallResult(await ask("POST", "/v1/calls", { body: toBody(credentials, request), timeoutMs })),
    fetchCall,
    findCall: async (_, { runUuid }) => {
      const result = await ask("GET", `/v1/calls?idempotency_key=${encodeURIComponent(runUuid)}`);
      const [call] = readAnswer(result, z.object({ calls: z.array(callViewSchema) })).calls;
      return call ? toCarrierCall(call) : null;
    },
    hangUp: async (_, carrierCallId) => {
      const result = await ask("POST", `/v1/calls/${encodeURIComponent(carrierCallId)}/hangup`);
      if (result.kind === "response" && result.status === 404) return;
      readAnswer(result, callViewSchema);
    },
    readCallback: (_, request) => readCallback(signingKey, request),
    readTurn: (_, request) =>
      isGenuine(signingKey, request)
        ? { ok: true, turn: { carrierCallId: "", event: { kind: "begin", answeredBy: null } } }
        : { ok: false, reason: "missing, wrong or expired signature" },
    peekInbound: () => null,
    readInbound: () => ({ ok: false, reason: "not built yet" }),
    verifyRelay: (_, request) => isGenuine(signingKey, request),
    instruct: async (_, { instructions: { say, language } }) => ({
      contentType: "application/json",
      body: JSON.stringify({ say: say.join(" "), language, then: "hang_up" }),
    }),
    openRecording: async () => null,
    listRecordings: async () => [],
    reportsPrice: true,
    numbers: null,
    callerIds: null,
    checkAccount: async () => {
      const result = await ask("GET", "/v1/script");
      if (result.kind === "no_response") return { reachable: false, ok: false, message: result.detail };
      if (result.status === 200) return { reachable: true, ok: true, message: "The simulator is there." };
      return { reachable: result.status < 500, ok: false, message: describeRefusal(result) };
    },
  };
};

const toBody = (credentials: CarrierCredentials, request: PlaceCallRequest): string =>
  JSON.stringify({
    to: request.to,
    from: request.from,
    idempotency_key: request.runUuid,
    answer_url: request.answerUrl,
    status_url: request.statusUrl,
    ring_timeout_seconds: request.ringTimeoutSeconds,
    time_limit_seconds: request.timeLimitSeconds,
    detect_machine: request.detectMachine,
    greeting: request.greeting,
    account: String(credentials.account ?? ""),
    sandbox: credentials.sandbox === true,
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

const describeRefusal = (result: { status: number; body: string }): string => {
  const parsed = refusal.safeParse(parseJson(result.body));
  return parsed.success ? `${parsed.data.error.code}: ${parsed.data.error.message}` : `HTTP ${result.status}`;
};

const readAnswer = <T>(result: RequestResult, schema: z.ZodType<T>): T => {
  if (result.kind === "no_response") throw new CarrierUnavailableError(`The simulator: ${result.detail}`);
  const parsed = result.status === 200 ? schema.safeParse(parseJson(result.body)) : null;
  if (!parsed?.success) throw new CarrierUnavailableError(`The simulator: ${describeRefusal(result)}`);
  return parsed.data;
};

const isGenuine = (signingKey: string, request: CallbackRequest): boolean =>
  isSignedBy(signingKey, {
    timestamp: request.headers[TIMESTAMP_HEADER] ?? "",
    signature: request.headers[SIGNATURE_HEADER] ?? "",
    url: request.url,
    body: request.body,
    now: new Date(),
  });

const readCallback = (signingKey: string, request: CallbackRequest): VerifiedCallback => {
  if (!isGenuine(signingKey, request)) return { ok: false, reason: "missing, wrong or expired signature" };
  const parsed = callback.safeParse(parseJson(request.body.toString("utf8")));
  if (!parsed.success) return { ok: false, reason: "the body is not a simulator event" };
  return { ok: true, event: { eventId: parsed.data.event_id, call: toCarrierCall(parsed.data.call) } };
};

const toCarrierCall = (call: CallView): CarrierCall => ({
  carrierCallId: call.id,
  state: call.state,
  outcome: call.outcome,
  answeredBy: call.answered_by,
  startedAt: new Date(call.started_at),
  answeredAt: call.answered_at === null ? null : new Date(call.answered_at),
  endedAt: call.ended_at === null ? null : new Date(call.ended_at),
  durationSeconds: call.talk_seconds,
  costMinor: call.cost_minor,
  currency: call.currency,
  optedOut: call.opted_out,
  detail: call.hung_up ? "hung up by the caller" : null,
});

import { z } from "zod";
import { type CarrierCredentials, readSetting } from "../../../domain/call/carrier-credentials.ts";
import { parseJson } from "../../../domain/json/json-value.ts";
import type { PlaceCallRequest, PlaceCallResult } from "../carrier.ts";
import { type CarrierResponse, isSuccess } from "../carrier-answers.ts";
import { type RequestResult } from "../carrier-request.ts";
import { encodeCallState } from "./telnyx.call-state.ts";
import { describeProblem, readProblems, readWaitSeconds } from "./telnyx.client.ts";
import { buildRelayConfig } from "./telnyx.relay.ts";

/**
 * Builds the body of `POST calls`. `command_id` makes Telnyx ignore a second request of the same run for sixty seconds:
 * a safeguard, but no way to ask again (see `telnyx.find-call.ts`). With a conversation the relay starts by itself when
 * the call is answered; without one the answer, or the result of detection, is reported as a turn.
 */
export const toCallBody = (credentials: CarrierCredentials, request: PlaceCallRequest) => ({
  connection_id: readSetting(credentials, "connection_id"),
  to: request.to,
  from: request.from,
  command_id: request.runUuid,
  client_state: encodeCallState({
    statusUrl: request.statusUrl,
    ...(request.conversation && { relays: true }),
    ...(request.detectMachine && { detects: true }),
  }),
  webhook_url: request.statusUrl,
  webhook_url_method: "POST",
  timeout_secs: Math.min(600, Math.max(5, Math.round(request.ringTimeoutSeconds))),
  time_limit_secs: Math.min(14_400, Math.max(1, Math.round(request.timeLimitSeconds))),
  // Standard detection does not detect fax machines, and takes most of a second longer for the same certainty.
  ...(request.detectMachine && { answering_machine_detection: "premium" }),
  ...(request.record && RECORD),
  ...(request.conversation && {
    conversation_relay_config: buildRelayConfig({ ...request.conversation, interruptible: true }),
  }),
});

/** Records both sides in separate channels from the answer on. */
export const RECORD = { record: "record-from-answer", record_channels: "dual", record_format: "wav" } as const;

const created = z.object({ data: z.object({ call_control_id: z.string().min(1) }) });

/** Maps Telnyx's answer to the result of the attempt; anything ambiguous becomes `unknown`. */
export const toPlaceCallResult = (result: RequestResult): PlaceCallResult => {
  if (result.kind === "no_response") return { kind: "unknown", detail: result.detail };
  if (!isSuccess(result)) return toProblem(result);
  const call = created.safeParse(parseJson(result.body)).data;
  return call
    ? { kind: "accepted", carrierCallId: call.data.call_control_id }
    : { kind: "unknown", detail: `HTTP ${result.status}, no call_control_id` };
};

/** Too many dials within five seconds (90103), or requests of any kind (10011). */
const THROTTLED = new Set(["90103", "10011"]);
/** Telnyx's SIP codes for too many simultaneous calls of the account, the profile, the number or the application. */
const AT_ITS_LIMIT = /channel limit exceeded|concurrent call limit|\bD(1|2|3|22|24)\b/i;
/** The destination is not in the outbound profile's list of countries; other numbers may be. */
const NOT_FOR_THIS_NUMBER = /whitelisted|\bD13\b/i;
const INVALID_NUMBER = new Set(["10001", "10002", "10016"]);

const toProblem = (result: CarrierResponse): PlaceCallResult => {
  const { status } = result;
  const detail = describeProblem(result);
  const [problem] = readProblems(result);
  if (status === 429 || (problem && THROTTLED.has(problem.code) && status !== 422)) return throttled(result, detail);
  // An answer without Telnyx's own sentence may come from a proxy, which may have passed the request on.
  if (status < 400 || status >= 500 || status === 408 || !problem) return { kind: "unknown", detail };
  if (status === 403 && AT_ITS_LIMIT.test(problem.sentence)) return throttled(result, detail);
  if (NOT_FOR_THIS_NUMBER.test(problem.sentence)) return { kind: "refused", outcome: "failed", detail };
  if ([401, 402, 403, 404].includes(status)) return { kind: "account_unusable", detail };
  // Caller id and application are the same for every number, so their faults concern the account.
  if (["/from", "/connection_id"].includes(problem.pointer)) return { kind: "account_unusable", detail };
  const isNumber = problem.pointer === "/to" || (problem.pointer === "" && INVALID_NUMBER.has(problem.code));
  return { kind: "refused", outcome: isNumber ? "invalid_number" : "failed", detail };
};

const throttled = (result: CarrierResponse, detail: string): PlaceCallResult => ({
  kind: "throttled",
  retryAfterSeconds: readWaitSeconds(result),
  detail,
});

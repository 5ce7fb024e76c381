import { z } from "zod";
import { parseJson } from "../../../domain/json/json-value.ts";
import type { PlaceCallRequest, PlaceCallResult } from "../carrier.ts";
import { type CarrierResponse, isSuccess } from "../carrier-answers.ts";
import { type RequestResult, readRetryAfterSeconds } from "../carrier-request.ts";
import { describeProblem, readProblem } from "./plivo.client.ts";
import { toPlivoNumber } from "./plivo.phone-number.ts";

/**
 * Builds the body of `POST Call/`. Plivo has no idempotency key: only the callback URLs identify our run. No field
 * records a call either: the first instructions do (`CallInstructions.record`).
 */
export const toCallBody = (request: PlaceCallRequest): Record<string, string | number> => ({
  from: toPlivoNumber(request.from),
  to: toPlivoNumber(request.to),
  answer_url: request.answerUrl,
  answer_method: "POST",
  ring_url: request.statusUrl,
  ring_method: "POST",
  hangup_url: request.statusUrl,
  hangup_method: "POST",
  ring_timeout: Math.max(1, Math.round(request.ringTimeoutSeconds)),
  time_limit: Math.max(1, Math.round(request.timeLimitSeconds)),
  ...(request.detectMachine && detectionOf(request)),
});

/**
 * Chooses how machines are detected. An agent talks at once instead of waiting for the five seconds of detection, and gets the
 * result in a separate event. A plain greeting waits, and the request for instructions has the result.
 */
const detectionOf = ({ conversation, statusUrl }: PlaceCallRequest): Record<string, string> => ({
  machine_detection: "true",
  ...(conversation && { machine_detection_url: statusUrl, machine_detection_method: "POST" }),
});

/** A text for one destination; a list for several, which are never requested here. */
const created = z.object({ request_uuid: z.string().min(1) });

/**
 * Maps Plivo's answer to the result of the attempt; anything ambiguous becomes `unknown`. The `request_uuid` of a call
 * to one number is its `call_uuid`, by which it is looked up, reported and ended.
 */
export const toPlaceCallResult = (result: RequestResult): PlaceCallResult => {
  if (result.kind === "no_response") return { kind: "unknown", detail: result.detail };
  if (!isSuccess(result)) return toProblem(result);
  const call = created.safeParse(parseJson(result.body)).data;
  return call
    ? { kind: "accepted", carrierCallId: call.request_uuid }
    : { kind: "unknown", detail: `HTTP ${result.status}, no request UUID` };
};

const toProblem = (result: CarrierResponse): PlaceCallResult => {
  const { status } = result;
  const detail = describeProblem(result);
  if (status === 429) {
    return { kind: "throttled", retryAfterSeconds: readRetryAfterSeconds(result.headers["retry-after"]), detail };
  }
  if (status < 400 || status >= 500 || status === 408) return { kind: "unknown", detail };
  // The account is closed, out of funds, or missing. The body of a 401 is plain text.
  if (status === 401 || status === 402) return { kind: "account_unusable", detail };
  const said = readProblem(result);
  // An answer without Plivo's sentence may come from a proxy, which may have passed the request on.
  if (said === null) return { kind: "unknown", detail };
  // 403: the country of this number is not enabled for the account.
  if (status === 403) return { kind: "refused", outcome: "failed", detail };
  if (status === 404) return { kind: "account_unusable", detail };
  return toRefusal(said, detail);
};

/** Plivo has sentences instead of codes; they name the faulty field. */
const toRefusal = (said: string, detail: string): PlaceCallResult => {
  const isOfAccount = /credit|balance|suspend|_url|\bfrom\b|caller.?id/i.test(said);
  if (isOfAccount) return { kind: "account_unusable", detail };
  const isOfNumber = /\bto\b|destination/i.test(said);
  return { kind: "refused", outcome: isOfNumber ? "invalid_number" : "failed", detail };
};

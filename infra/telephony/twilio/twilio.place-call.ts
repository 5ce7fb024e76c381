import { z } from "zod";
import { parseJson } from "../../../domain/json/json-value.ts";
import type { PlaceCallRequest, PlaceCallResult } from "../carrier.ts";
import { type RequestResult, readRetryAfterSeconds } from "../carrier-request.ts";
import { describeProblem, readProblemCode } from "./twilio.client.ts";

/**
 * Builds the form of `POST Calls.json`. Twilio has no idempotency key for it: only the callback URLs identify our run.
 */
export const toCallForm = (request: PlaceCallRequest): URLSearchParams => {
  const form = new URLSearchParams({
    To: request.to,
    From: request.from,
    Url: request.answerUrl,
    Method: "POST",
    StatusCallback: request.statusUrl,
    StatusCallbackMethod: "POST",
    Timeout: String(Math.min(600, Math.round(request.ringTimeoutSeconds))),
    TimeLimit: String(Math.round(request.timeLimitSeconds)),
  });
  // "initiated" is left out, because the answer to this request reports it.
  for (const event of ["ringing", "answered", "completed"]) form.append("StatusCallbackEvent", event);
  if (request.detectMachine) addDetection(form, request);
  return form;
};

/**
 * Adds machine detection. An agent talks at once instead of waiting some seconds for the result, which comes in a separate event,
 * for a machine after its greeting, so that a message can be left. A plain greeting waits.
 */
const addDetection = (form: URLSearchParams, { conversation, statusUrl }: PlaceCallRequest): void => {
  form.set("MachineDetection", conversation ? "DetectMessageEnd" : "Enable");
  if (!conversation) return;
  form.set("AsyncAmd", "true");
  form.set("AsyncAmdStatusCallback", statusUrl);
  form.set("AsyncAmdStatusCallbackMethod", "POST");
};

const THROTTLED = new Set([20429, 10004]);
const INVALID_NUMBER = new Set([21211, 21214, 21217, 13224]);
/** A list of Twilio's forbids calling the number. */
const REJECTED = new Set([21216]);
/**
 * Faults that concern every number, so that the campaign stops instead of using up its contacts: the account is closed
 * or out of funds (20005, 10001), the caller id may not be used (21210, 21212, 21213, 21606), our public address is
 * unfit (21205, 21609).
 */
const ACCOUNT_UNUSABLE = new Set([20003, 20005, 20008, 10001, 10002, 21205, 21210, 21212, 21213, 21606, 21609]);
/** Another number may work: destination country not enabled (21215), number not verified on a trial account (21219). */
const REFUSED_FOR_NUMBER = new Set([21215, 21219]);

const created = z.object({ sid: z.string().min(1) });

/** Maps Twilio's answer to the result of the attempt; anything ambiguous becomes `unknown`. */
export const toPlaceCallResult = (result: RequestResult): PlaceCallResult => {
  if (result.kind === "no_response") return { kind: "unknown", detail: result.detail };
  const { status } = result;
  if (status >= 200 && status < 300) {
    const call = created.safeParse(parseJson(result.body)).data;
    return call ? { kind: "accepted", carrierCallId: call.sid } : { kind: "unknown", detail: `HTTP ${status}, no SID` };
  }
  return toProblem(result);
};

const toProblem = (result: Extract<RequestResult, { kind: "response" }>): PlaceCallResult => {
  const { status } = result;
  const detail = describeProblem(result);
  const code = readProblemCode(result) ?? 0;
  if (status === 429 || THROTTLED.has(code)) {
    return { kind: "throttled", retryAfterSeconds: readRetryAfterSeconds(result.headers["retry-after"]), detail };
  }
  if (status < 400 || status >= 500 || status === 408) return { kind: "unknown", detail };
  if (INVALID_NUMBER.has(code)) return { kind: "refused", outcome: "invalid_number", detail };
  if (REJECTED.has(code)) return { kind: "refused", outcome: "rejected", detail };
  if (REFUSED_FOR_NUMBER.has(code)) return { kind: "refused", outcome: "failed", detail };
  const isAccountProblem = ACCOUNT_UNUSABLE.has(code) || [401, 403, 404].includes(status);
  if (isAccountProblem) return { kind: "account_unusable", detail };
  // An answer without a code of Twilio's may come from a proxy, which may have passed the request on.
  return code === 0 ? { kind: "unknown", detail } : { kind: "refused", outcome: "failed", detail };
};

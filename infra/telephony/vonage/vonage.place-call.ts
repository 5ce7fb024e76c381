import { z } from "zod";
import { type CarrierCredentials, readSetting } from "../../../domain/call/carrier-credentials.ts";
import { parseJson } from "../../../domain/json/json-value.ts";
import { DAY_SECONDS } from "../../../domain/time/durations.rules.ts";
import type { PlaceCallRequest, PlaceCallResult } from "../carrier.ts";
import { type RequestResult, readRetryAfterSeconds } from "../carrier-request.ts";
import { toVonageNumber } from "./vonage.call.ts";
import { describeProblem, readProblem } from "./vonage.client.ts";
import { readPrivateKey } from "./vonage.private-key.ts";

const LONGEST_RING_SECONDS = 120;
const LONGEST_CALL_SECONDS = DAY_SECONDS;

/**
 * Builds the body of `POST /v1/calls`. Vonage has no idempotency key for it: only the callback URLs identify our run.
 * Machines are detected before the answer URL is requested, so that a machine is not taken for a person.
 */
export const toCallBody = (request: PlaceCallRequest): object => ({
  to: [{ type: "phone", number: toVonageNumber(request.to) }],
  from: { type: "phone", number: toVonageNumber(request.from) },
  answer_url: [request.answerUrl],
  answer_method: "POST",
  event_url: [request.statusUrl],
  event_method: "POST",
  ringing_timer: within(request.ringTimeoutSeconds, LONGEST_RING_SECONDS),
  length_timer: within(request.timeLimitSeconds, LONGEST_CALL_SECONDS),
  ...(request.detectMachine && { advanced_machine_detection: { behavior: "continue", mode: "detect" } }),
});

const within = (seconds: number, most: number): number => Math.min(most, Math.max(1, Math.round(seconds)));

/** Returns why an account cannot dial, before any request; null: it can. */
export const findObstacle = (credentials: CarrierCredentials): string | null => {
  const key = readPrivateKey(readSetting(credentials, "private_key"));
  if (!key.ok) return key.problem;
  // Vonage would dial, but its request at the answer could not be verified.
  return readSetting(credentials, "signature_secret") === "" ? "The signature secret is missing" : null;
};

const created = z.object({ uuid: z.string().min(1) });

/** Maps Vonage's answer to the result of the attempt; anything ambiguous becomes `unknown`. */
export const toPlaceCallResult = (result: RequestResult): PlaceCallResult => {
  if (result.kind === "no_response") return { kind: "unknown", detail: result.detail };
  const { status } = result;
  if (status >= 200 && status < 300) {
    const call = created.safeParse(parseJson(result.body)).data;
    return call ? { kind: "accepted", carrierCallId: call.uuid } : { kind: "unknown", detail: `HTTP ${status}, no id` };
  }
  return toRefusal(result);
};

const toRefusal = (result: Extract<RequestResult, { kind: "response" }>): PlaceCallResult => {
  const { status } = result;
  const detail = describeProblem(result);
  if (status === 429) {
    return { kind: "throttled", retryAfterSeconds: readRetryAfterSeconds(result.headers["retry-after"]), detail };
  }
  if (status < 400 || status >= 500 || status === 408) return { kind: "unknown", detail };
  if ([401, 402, 403, 404].includes(status)) return { kind: "account_unusable", detail };
  const problem = readProblem(result);
  // An answer in another form may come from a proxy, which may have passed the request on.
  if (!problem) return { kind: "unknown", detail };
  const names = (problem.invalid_parameters ?? []).map(({ name }) => name);
  if (names.some((name) => /^to\b/.test(name))) return { kind: "refused", outcome: "invalid_number", detail };
  // Faults of the caller id, our addresses or our limits concern every number, so the campaign stops instead of using
  // up contacts.
  return names.length > 0 ? { kind: "account_unusable", detail } : { kind: "refused", outcome: "failed", detail };
};

import { z } from "zod";
import type { PlaceCallRequest, PlaceCallResult } from "../carrier.ts";
import { type CarrierCredentials, readSetting } from "../../../domain/call/carrier-credentials.ts";
import { type RequestResult, readRetryAfterSeconds } from "../carrier-request.ts";
import { parseJson } from "../../../domain/json/json-value.ts";
import { toVonageNumber } from "./vonage.call.ts";
import { describeProblem, readProblem } from "./vonage.client.ts";
import { readPrivateKey } from "./vonage.private-key.ts";

const LONGEST_RING_SECONDS = 120;
const LONGEST_CALL_SECONDS = 86_400;

/**
 * The body of `POST /v1/calls`. Vonage has no idempotency key for it: our run is named by the callback URLs alone.
 * Machines are detected before the answer URL is asked, so that a machine is not taken for a person.
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

/** What keeps an account from dialling before anybody is asked; null: nothing. */
export const findObstacle = (credentials: CarrierCredentials): string | null => {
  const key = readPrivateKey(readSetting(credentials, "private_key"));
  if (!key.ok) return key.problem;
  // Vonage would dial, but what it asks when the person answers could not be believed.
  return readSetting(credentials, "signature_secret") === "" ? "The signature secret is missing" : null;
};

const created = z.object({ uuid: z.string().min(1) });

/** What Vonage's answer means for the attempt. Everything that leaves room for doubt is `unknown`. */
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
  // Words that are not Vonage's are somebody's in between, who may or may not have passed the request on.
  if (!problem) return { kind: "unknown", detail };
  const names = (problem.invalid_parameters ?? []).map(({ name }) => name);
  if (names.some((name) => /^to\b/.test(name))) return { kind: "refused", outcome: "invalid_number", detail };
  // Caller id, our addresses, our limits: wrong for every number alike, so the campaign stops instead of using up contacts.
  return names.length > 0 ? { kind: "account_unusable", detail } : { kind: "refused", outcome: "failed", detail };
};

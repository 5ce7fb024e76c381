import { z } from "zod";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { parseJson } from "../../../domain/json/json-value.ts";
import type { LongestTexts } from "../../../domain/message/segments.rules.ts";
import type { CallbackRequest } from "../callback-request.ts";
import { isSuccess } from "../carrier-answers.ts";
import {
  type CarrierMessages,
  type CarrierText,
  isStatusUrlOf,
  type SendTextRequest,
  type SendTextResult,
  type VerifiedInboundText,
  type VerifiedText,
} from "../carrier-messages.ts";
import { type RequestResult, readRetryAfterSeconds } from "../carrier-request.ts";
import { toE164, toVonageNumber } from "./vonage.call.ts";
import { describeProblem, readProblem, type VonageClient } from "./vonage.client.ts";
import { findObstacle } from "./vonage.place-call.ts";
import { isGenuine, readClaimedApplication } from "./vonage.signature.ts";

/** By the description of `text` in its Messages API. */
const LONGEST_TEXTS: LongestTexts = { "GSM-7": 1_000, "UCS-2": 1_000 };

/** Texts by the Messages API v1. `client_ref` names our message in its reports, because Vonage signs no address. */
export const createVonageMessages = (client: VonageClient): CarrierMessages => ({
  longestTexts: LONGEST_TEXTS,
  send: async (credentials, request, timeoutMs) => {
    const obstacle = findObstacle(credentials);
    if (obstacle !== null) return { kind: "account_unusable", detail: obstacle };
    const order = { method: "POST", path: "/v1/messages", json: toBody(request), timeoutMs } as const;
    return toResult(await client.asApplication(credentials, order));
  },
  // The Messages API looks nothing up: only a report says what came of a text.
  find: async () => "unsure",
  readStatus,
  peekInbound: (request) => {
    const text = readText(request);
    return text && { to: text.to, accountId: readClaimedApplication(request) };
  },
  readInbound,
  inboundAnswer: null,
});

const toBody = ({ to, from, body, statusUrl, messageUuid }: SendTextRequest) => ({
  channel: "sms",
  message_type: "text",
  to: toVonageNumber(to),
  from: toVonageNumber(from),
  text: body,
  client_ref: messageUuid,
  webhook_url: statusUrl,
  webhook_version: "v1",
});

const created = z.object({ message_uuid: z.string().min(1) });

const toResult = (result: RequestResult): SendTextResult => {
  if (result.kind === "no_response") return { kind: "unknown", detail: result.detail };
  const { status } = result;
  if (isSuccess(result)) {
    const text = created.safeParse(parseJson(result.body)).data;
    return text
      ? { kind: "accepted", carrierMessageId: text.message_uuid }
      : { kind: "unknown", detail: `HTTP ${status}, no id` };
  }
  const detail = describeProblem(result);
  if (status === 429)
    return { kind: "throttled", retryAfterSeconds: readRetryAfterSeconds(result.headers["retry-after"]), detail };
  if (status < 400 || status >= 500 || status === 408) return { kind: "unknown", detail };
  if ([401, 402, 403, 404].includes(status)) return { kind: "account_unusable", detail };
  const problem = readProblem(result);
  // An answer in another form may come from a proxy, which may have passed the request on.
  if (!problem) return { kind: "unknown", detail };
  const names = (problem.invalid_parameters ?? []).map(({ name }) => name);
  if (names.includes("to")) return { kind: "refused", reason: "invalid_number", detail };
  return names.includes("from") ? { kind: "account_unusable", detail } : { kind: "refused", reason: "failed", detail };
};

const STATES: Readonly<Record<string, CarrierText["state"]>> = {
  submitted: "sent",
  delivered: "delivered",
  read: "delivered",
  rejected: "failed",
  undeliverable: "failed",
};

const report = z.object({
  message_uuid: z.string().min(1),
  status: z.string(),
  client_ref: z.string().nullish(),
  usage: z.object({ currency: z.string(), price: z.coerce.number() }).nullish(),
  error: z.object({ title: z.coerce.string().nullish(), detail: z.string().nullish() }).nullish(),
});

const contentOf = (request: CallbackRequest): unknown => parseJson(request.body.toString("utf8"));

const UNSIGNED = { ok: false, reason: "missing, old or wrong signature" } as const;

const readStatus = (credentials: CarrierCredentials, request: CallbackRequest): VerifiedText => {
  if (!isGenuine(credentials, request)) return UNSIGNED;
  const told = report.safeParse(contentOf(request)).data;
  const state = STATES[told?.status ?? ""];
  if (!told || !state) return { ok: false, reason: "the body reports no text" };
  if (!isStatusUrlOf(request.url, told.client_ref)) return { ok: false, reason: "of another text" };
  const words = [told.error?.title, told.error?.detail].filter(Boolean).join(": ");
  const cost = told.usage
    ? {
        costMinor: Math.max(told.usage.price > 0 ? 1 : 0, Math.round(told.usage.price * 100)),
        currency: told.usage.currency,
      }
    : { costMinor: null, currency: null };
  const text = { carrierMessageId: told.message_uuid, state, optedOut: false, ...cost, detail: words || null };
  return { ok: true, text };
};

const received = z.object({
  channel: z.literal("sms"),
  message_uuid: z.string().min(1),
  from: z.string(),
  to: z.string(),
  text: z.string(),
  status: z.undefined().optional(),
});

const readText = (request: CallbackRequest) => {
  const read = received.safeParse(contentOf(request)).data;
  const [from, to] = [toE164(read?.from), toE164(read?.to)];
  return read && from !== null && to !== null ? { id: read.message_uuid, from, to, body: read.text } : null;
};

const readInbound = (credentials: CarrierCredentials, request: CallbackRequest): VerifiedInboundText => {
  if (!isGenuine(credentials, request)) return UNSIGNED;
  const text = readText(request);
  if (!text) return { ok: false, reason: "the body is no text from a person" };
  const { id: carrierMessageId, from, to, body } = text;
  return { ok: true, text: { carrierMessageId, from, to, body, keyword: null, isAnswered: false } };
};

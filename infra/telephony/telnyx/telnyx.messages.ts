import { z } from "zod";
import { type CarrierCredentials, readSetting } from "../../../domain/call/carrier-credentials.ts";
import { parseJson } from "../../../domain/json/json-value.ts";
import { USUAL_LONGEST_TEXTS } from "../../../domain/message/segments.rules.ts";
import { isE164 } from "../../../domain/number/e164.ts";
import type { CallbackRequest } from "../callback-request.ts";
import { isSuccess } from "../carrier-answers.ts";
import {
  type CarrierMessages,
  type CarrierText,
  isAnsweredByCarrier,
  isStatusUrlOf,
  type SendTextRequest,
  type SendTextResult,
  type VerifiedInboundText,
  type VerifiedText,
} from "../carrier-messages.ts";
import { type RequestResult } from "../carrier-request.ts";
import { describeProblem, readAnswer, readProblems, readWaitSeconds, type TelnyxClient } from "./telnyx.client.ts";
import { isSignedByTelnyx } from "./telnyx.signature.ts";

/** Texts by `POST /v2/messages`. The tag names our message in its reports, because Telnyx signs no address. */
export const createTelnyxMessages = (client: TelnyxClient): CarrierMessages => ({
  longestTexts: USUAL_LONGEST_TEXTS,
  send: async (credentials, request, timeoutMs) => {
    const json = toBody(request);
    return toResult(await client(credentials, { method: "POST", path: "/messages", json, timeoutMs }));
  },
  // Texts are found by Telnyx's own id alone.
  find: async (credentials, { carrierMessageId }) => {
    if (carrierMessageId === null) return "unsure";
    const path = `/messages/${encodeURIComponent(carrierMessageId)}`;
    const result = await client(credentials, { method: "GET", path });
    if (result.kind === "response" && result.status === 404) return "unsure";
    return toText(readAnswer(result, payload)) ?? "unsure";
  },
  readStatus,
  peekInbound: (request) => {
    const event = readEvent(request);
    const [to] = event?.payload.to ?? [];
    return event?.event_type === "message.received" && to ? { to: to.phone_number, accountId: null } : null;
  },
  readInbound,
  inboundAnswer: null,
});

const toBody = ({ to, from, body, statusUrl, messageUuid }: SendTextRequest) => ({
  to,
  from,
  text: body,
  webhook_url: statusUrl,
  use_profile_webhooks: false,
  tags: [messageUuid],
});

const created = z.object({ data: z.object({ id: z.string().min(1) }) });
/** Blocked because the person has written STOP. */
const OPTED_OUT = "40300";
const INVALID_NUMBER = new Set(["40310", "40001", "10002"]);

const toResult = (result: RequestResult): SendTextResult => {
  if (result.kind === "no_response") return { kind: "unknown", detail: result.detail };
  const { status } = result;
  if (isSuccess(result)) {
    const text = created.safeParse(parseJson(result.body)).data;
    return text
      ? { kind: "accepted", carrierMessageId: text.data.id }
      : { kind: "unknown", detail: `HTTP ${status}, no id` };
  }
  const detail = describeProblem(result);
  if (status === 429) return { kind: "throttled", retryAfterSeconds: readWaitSeconds(result), detail };
  const [problem] = readProblems(result);
  // An answer without Telnyx's own sentence may come from a proxy, which may have passed the request on.
  if (status < 400 || status >= 500 || status === 408 || !problem) return { kind: "unknown", detail };
  if (problem.code === OPTED_OUT) return { kind: "refused", reason: "opted_out", detail };
  if (INVALID_NUMBER.has(problem.code) || problem.pointer === "/to")
    return { kind: "refused", reason: "invalid_number", detail };
  if ([401, 402, 403, 404].includes(status) || problem.pointer === "/from") return { kind: "account_unusable", detail };
  return { kind: "refused", reason: "failed", detail };
};

const payload = z.object({
  id: z.string(),
  from: z.object({ phone_number: z.string() }).nullish(),
  to: z.array(z.object({ phone_number: z.string(), status: z.string().nullish() })),
  text: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
  cost: z.object({ amount: z.string(), currency: z.string() }).nullish(),
  errors: z.array(z.object({ code: z.coerce.string(), title: z.string().nullish() })).nullish(),
});
const webhook = z.object({ data: z.object({ event_type: z.string(), payload }) });

const readEvent = (request: CallbackRequest) =>
  webhook.safeParse(parseJson(request.body.toString("utf8"))).data?.data ?? null;

const STATES: Readonly<Record<string, CarrierText["state"]>> = {
  queued: "sent",
  sending: "sent",
  sent: "sent",
  delivery_unconfirmed: "sent",
  delivered: "delivered",
  sending_failed: "failed",
  delivery_failed: "failed",
  gw_timeout: "failed",
  dlr_timeout: "sent",
};

const toText = ({ id, to, cost, errors }: z.output<typeof payload>): CarrierText | null => {
  const state = STATES[to[0]?.status ?? ""];
  if (!state) return null;
  const [error] = errors ?? [];
  return {
    carrierMessageId: id,
    state,
    optedOut: error?.code === OPTED_OUT,
    ...toCost(cost),
    detail: error ? `${error.title ?? "failed"}, code ${error.code}` : null,
  };
};

const toCost = (cost: { amount: string; currency: string } | null | undefined) => {
  const amount = Number(cost?.amount);
  if (!cost || !Number.isFinite(amount)) return { costMinor: null, currency: null };
  return { costMinor: Math.max(amount > 0 ? 1 : 0, Math.round(Math.abs(amount) * 100)), currency: cost.currency };
};

const UNSIGNED = { ok: false, reason: "missing, wrong or expired signature" } as const;

const isGenuine = (credentials: CarrierCredentials, request: CallbackRequest): boolean =>
  isSignedByTelnyx(readSetting(credentials, "webhook_public_key"), request);

const readStatus = (credentials: CarrierCredentials, request: CallbackRequest): VerifiedText => {
  if (!isGenuine(credentials, request)) return UNSIGNED;
  const event = readEvent(request);
  if (!event || !["message.sent", "message.finalized"].includes(event.event_type))
    return { ok: false, reason: "the event reports no text" };
  if (!(event.payload.tags ?? []).some((tag) => isStatusUrlOf(request.url, tag)))
    return { ok: false, reason: "of another text" };
  const text = toText(event.payload);
  return text ? { ok: true, text } : { ok: false, reason: "the event reports no state of a text" };
};

const readInbound = (credentials: CarrierCredentials, request: CallbackRequest): VerifiedInboundText => {
  if (!isGenuine(credentials, request)) return UNSIGNED;
  const event = readEvent(request);
  const from = event?.payload.from?.phone_number ?? "";
  const [to] = event?.payload.to ?? [];
  if (!event || event.event_type !== "message.received" || !to || !isE164(from))
    return { ok: false, reason: "the event is no text from a person" };
  const body = event.payload.text ?? "";
  const { id: carrierMessageId } = event.payload;
  const isAnswered = isAnsweredByCarrier(body);
  return { ok: true, text: { carrierMessageId, from, to: to.phone_number, body, keyword: null, isAnswered } };
};

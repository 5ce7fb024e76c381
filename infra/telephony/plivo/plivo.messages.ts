import { z } from "zod";
import { type CarrierCredentials, readSetting } from "../../../domain/call/carrier-credentials.ts";
import { parseJson } from "../../../domain/json/json-value.ts";
import { LONGEST_TEXT, type LongestTexts } from "../../../domain/message/segments.rules.ts";
import type { CallbackRequest } from "../callback-request.ts";
import { isSuccess } from "../carrier-answers.ts";
import {
  type CarrierMessages,
  type CarrierText,
  isAnsweredByCarrier,
  type SendTextRequest,
  type SendTextResult,
  type VerifiedInboundText,
  type VerifiedText,
} from "../carrier-messages.ts";
import { type RequestResult, readRetryAfterSeconds } from "../carrier-request.ts";
import { toCost } from "./plivo.call.ts";
import { readFields } from "./plivo.callback.ts";
import { describeProblem, type PlivoClient, readAnswer, readProblem } from "./plivo.client.ts";
import { toE164, toPlivoNumber } from "./plivo.phone-number.ts";
import { isTextSignedByPlivo } from "./plivo.signature.ts";

/** By its page on the length of texts. */
const LONGEST_TEXTS: LongestTexts = { "GSM-7": LONGEST_TEXT, "UCS-2": 737 };

/** Texts by `POST Message/`. Plivo has no idempotency key: only the callback's address identifies our message. */
export const createPlivoMessages = (client: PlivoClient): CarrierMessages => ({
  longestTexts: LONGEST_TEXTS,
  send: async (credentials, request, timeoutMs) => {
    const json = toBody(request);
    return toResult(await client(credentials, { method: "POST", path: "/Message/", json, timeoutMs }));
  },
  // Plivo's list does not show what was written, so that a text is found by Plivo's own id alone.
  find: async (credentials, { carrierMessageId }) => {
    if (carrierMessageId === null) return "unsure";
    const path = `/Message/${encodeURIComponent(carrierMessageId)}/`;
    const result = await client(credentials, { method: "GET", path });
    if (result.kind === "response" && result.status === 404) return "unsure";
    const { message_uuid: id, message_state: state, total_amount, error_code } = readAnswer(result, record);
    return toText({ id, state, amount: total_amount, code: error_code }) ?? "unsure";
  },
  readStatus,
  peekInbound: (request) => {
    const field = readFields(request);
    const to = toE164(field("To"));
    return to !== null && isInbound(field) ? { to, accountId: null } : null;
  },
  readInbound,
  inboundAnswer: { contentType: "text/xml", body: "<Response/>" },
});

const toBody = ({ to, from, body, statusUrl }: SendTextRequest): Record<string, string> => ({
  src: toPlivoNumber(from),
  dst: toPlivoNumber(to),
  text: body,
  type: "sms",
  url: statusUrl,
  method: "POST",
});

const created = z.object({ message_uuid: z.array(z.string().min(1)).length(1) });
const record = z.object({
  message_uuid: z.string(),
  message_state: z.string(),
  total_amount: z.string().nullish(),
  error_code: z.string().nullish(),
});

const toResult = (result: RequestResult): SendTextResult => {
  if (result.kind === "no_response") return { kind: "unknown", detail: result.detail };
  const { status } = result;
  if (isSuccess(result)) {
    const [id] = created.safeParse(parseJson(result.body)).data?.message_uuid ?? [];
    return id
      ? { kind: "accepted", carrierMessageId: id }
      : { kind: "unknown", detail: `HTTP ${status}, no message UUID` };
  }
  const detail = describeProblem(result);
  if (status === 429)
    return { kind: "throttled", retryAfterSeconds: readRetryAfterSeconds(result.headers["retry-after"]), detail };
  if (status < 400 || status >= 500 || status === 408) return { kind: "unknown", detail };
  // The body of a 401 is plain text.
  if (status === 401 || status === 402) return { kind: "account_unusable", detail };
  const said = readProblem(result);
  // An answer without Plivo's sentence may come from a proxy, which may have passed the request on.
  if (said === null) return { kind: "unknown", detail };
  if (/opted?[ -]?out|unsubscribed|\bSTOP\b/i.test(said)) return { kind: "refused", reason: "opted_out", detail };
  if (/\bdst\b|destination/i.test(said)) return { kind: "refused", reason: "invalid_number", detail };
  if (status === 404 || /credit|balance|suspend|\bsrc\b|source/i.test(said))
    return { kind: "account_unusable", detail };
  return { kind: "refused", reason: "failed", detail };
};

/** The person has written STOP to our number. */
const OPTED_OUT = "200";

const STATES: Readonly<Record<string, CarrierText["state"]>> = {
  queued: "sent",
  sent: "sent",
  delivered: "delivered",
  read: "delivered",
  undelivered: "failed",
  rejected: "failed",
  failed: "failed",
};

interface Told {
  id: string | undefined;
  state: string | undefined;
  amount: string | null | undefined;
  code: string | null | undefined;
}

const toText = ({ id, state: told, amount, code }: Told): CarrierText | null => {
  const state = STATES[told ?? ""];
  if (!state || !id) return null;
  const isFault = code !== undefined && code !== null && !["", "000"].includes(code);
  return {
    carrierMessageId: id,
    state,
    optedOut: code === OPTED_OUT,
    ...toCost(amount),
    detail: isFault ? `${told}, code ${code}` : null,
  };
};

const isGenuine = (credentials: CarrierCredentials, request: CallbackRequest): boolean =>
  isTextSignedByPlivo(readSetting(credentials, "auth_token"), request);

const UNSIGNED = { ok: false, reason: "missing or wrong signature" } as const;

const readStatus = (credentials: CarrierCredentials, request: CallbackRequest): VerifiedText => {
  if (!isGenuine(credentials, request)) return UNSIGNED;
  const field = readFields(request);
  // The parts of a long text are reported one by one; the first has the id of the whole.
  const id = field("ParentMessageUUID") ?? field("MessageUUID");
  const text = toText({ id, state: field("Status"), amount: field("TotalAmount"), code: field("ErrorCode") });
  return text ? { ok: true, text } : { ok: false, reason: "the body reports no text" };
};

const isInbound = (field: ReturnType<typeof readFields>): boolean =>
  field("MessageUUID") !== undefined && field("Text") !== undefined && field("Status") === undefined;

const readInbound = (credentials: CarrierCredentials, request: CallbackRequest): VerifiedInboundText => {
  if (!isGenuine(credentials, request)) return UNSIGNED;
  const field = readFields(request);
  const [from, to, id] = [toE164(field("From")), toE164(field("To")), field("MessageUUID")];
  if (!isInbound(field) || from === null || to === null || !id)
    return { ok: false, reason: "the body is no text from a person" };
  const body = field("Text") ?? "";
  const isAnswered = isAnsweredByCarrier(body);
  return { ok: true, text: { carrierMessageId: id, from, to, body, keyword: null, isAnswered } };
};

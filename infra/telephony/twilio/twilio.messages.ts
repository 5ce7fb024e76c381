import { z } from "zod";
import { type CarrierCredentials, readSetting } from "../../../domain/call/carrier-credentials.ts";
import { parseJson } from "../../../domain/json/json-value.ts";
import { USUAL_LONGEST_TEXTS } from "../../../domain/message/segments.rules.ts";
import { isE164 } from "../../../domain/number/e164.ts";
import type { CallbackRequest } from "../callback-request.ts";
import {
  type CarrierMessages,
  type CarrierText,
  type FindTextQuery,
  isAnsweredByCarrier,
  type SendTextRequest,
  type SendTextResult,
  type VerifiedInboundText,
  type VerifiedText,
} from "../carrier-messages.ts";
import { type RequestResult, readRetryAfterSeconds } from "../carrier-request.ts";
import { toDate } from "../carrier-values.ts";
import { toCost } from "./twilio.call.ts";
import { isGenuine, readFields } from "./twilio.callback.ts";
import { describeProblem, readAnswer, readProblemCode, type TwilioClient } from "./twilio.client.ts";

/** Texts by `Messages.json`. Twilio has no idempotency key for it: only the callback's address identifies our message. */
export const createTwilioMessages = (client: TwilioClient): CarrierMessages => ({
  longestTexts: USUAL_LONGEST_TEXTS,
  send: async (credentials, request, timeoutMs) => {
    const form = toForm(request);
    return toResult(await client(credentials, { method: "POST", path: "/Messages.json", form, timeoutMs }));
  },
  find: (credentials, query) => find(client, credentials, query),
  readStatus,
  peekInbound: (request) => {
    const fields = readFields(request);
    return isInbound(fields) ? { to: fields.get("To") ?? "", accountId: fields.get("AccountSid") } : null;
  },
  readInbound,
  inboundAnswer: { contentType: "text/xml", body: "<Response/>" },
});

const toForm = ({ to, from, body, statusUrl }: SendTextRequest): URLSearchParams =>
  new URLSearchParams({ To: to, From: from, Body: body, StatusCallback: statusUrl });

const THROTTLED = new Set([20429, 14107]);
/** The person has written STOP to this number. */
const OPTED_OUT = 21610;
const INVALID_NUMBER = new Set([21211, 21214, 21217, 21614]);
/** The country is not enabled (21408), or this number cannot be reached from ours (21612, 21635). */
const REFUSED_FOR_NUMBER = new Set([21408, 21612, 21635]);
/** Faults of the account or of our number. */
const ACCOUNT_UNUSABLE = new Set([20003, 20005, 20008, 10001, 21603, 21606, 21659, 21660, 21609]);

const created = z.object({ sid: z.string().min(1) });

const toResult = (result: RequestResult): SendTextResult => {
  if (result.kind === "no_response") return { kind: "unknown", detail: result.detail };
  const { status } = result;
  const detail = describeProblem(result);
  if (status >= 200 && status < 300) {
    const text = created.safeParse(parseJson(result.body)).data;
    return text
      ? { kind: "accepted", carrierMessageId: text.sid }
      : { kind: "unknown", detail: `HTTP ${status}, no SID` };
  }
  const code = readProblemCode(result) ?? 0;
  if (status === 429 || THROTTLED.has(code))
    return { kind: "throttled", retryAfterSeconds: readRetryAfterSeconds(result.headers["retry-after"]), detail };
  if (status < 400 || status >= 500 || status === 408) return { kind: "unknown", detail };
  if (code === OPTED_OUT) return { kind: "refused", reason: "opted_out", detail };
  if (INVALID_NUMBER.has(code)) return { kind: "refused", reason: "invalid_number", detail };
  if (REFUSED_FOR_NUMBER.has(code)) return { kind: "refused", reason: "failed", detail };
  if (ACCOUNT_UNUSABLE.has(code) || [401, 403, 404].includes(status)) return { kind: "account_unusable", detail };
  // An answer without a code of Twilio's may come from a proxy, which may have passed the request on.
  return code === 0 ? { kind: "unknown", detail } : { kind: "refused", reason: "failed", detail };
};

const STATES: Readonly<Record<string, CarrierText["state"]>> = {
  accepted: "sent",
  queued: "sent",
  sending: "sent",
  sent: "sent",
  delivered: "delivered",
  read: "delivered",
  undelivered: "failed",
  failed: "failed",
};

const resource = z.object({
  sid: z.string(),
  body: z.string(),
  status: z.string(),
  price: z.string().nullish(),
  price_unit: z.string().nullish(),
  error_code: z.number().nullish(),
  date_created: z.string().nullish(),
});

const toText = (told: z.output<typeof resource>): CarrierText | null => {
  const state = STATES[told.status];
  if (!state) return null;
  const optedOut = told.error_code === OPTED_OUT;
  const detail = told.error_code ? `${told.status}, code ${told.error_code}` : null;
  return { carrierMessageId: told.sid, state, optedOut, ...toCost(told.price, told.price_unit), detail };
};

/** How much earlier than ours Twilio's clock may be. */
const CLOCKS_DIFFER_MS = 5000;

/** Twilio's list has no address of ours: two texts alike within the time cannot be told apart. */
const find = async (
  client: TwilioClient,
  credentials: CarrierCredentials,
  { to, from, body, requestedAt, carrierMessageId }: FindTextQuery,
): Promise<CarrierText | "absent" | "unsure"> => {
  const day = requestedAt.toISOString().slice(0, 10);
  const query = new URLSearchParams({ To: to, From: from, "DateSent>": day, PageSize: "100" });
  const result = await client(credentials, { method: "GET", path: `/Messages.json?${query.toString()}` });
  const { messages } = readAnswer(result, z.object({ messages: z.array(resource) }));
  const found = messages.filter((each) =>
    carrierMessageId === null
      ? each.body === body && (toDate(each.date_created)?.getTime() ?? 0) >= requestedAt.getTime() - CLOCKS_DIFFER_MS
      : each.sid === carrierMessageId,
  );
  const [only] = found;
  if (!only) return messages.length < 100 ? "absent" : "unsure";
  return (found.length === 1 ? toText(only) : null) ?? "unsure";
};

const UNSIGNED = { ok: false, reason: "missing or wrong signature" } as const;

const isOurs = (credentials: CarrierCredentials, fields: URLSearchParams): boolean =>
  fields.get("AccountSid") === readSetting(credentials, "account_sid");

const readStatus = (credentials: CarrierCredentials, request: CallbackRequest): VerifiedText => {
  if (!isGenuine(credentials, request)) return UNSIGNED;
  const fields = readFields(request);
  const [sid, status] = [fields.get("MessageSid"), fields.get("MessageStatus") ?? ""];
  if (!sid || !isOurs(credentials, fields)) return { ok: false, reason: "the body reports no text of this account" };
  const code = Number(fields.get("ErrorCode") ?? 0);
  const text = toText({ sid, body: "", status, error_code: code === 0 ? null : code });
  return text ? { ok: true, text } : { ok: false, reason: "the body reports no state of a text" };
};

const isInbound = (fields: URLSearchParams): boolean =>
  fields.has("MessageSid") && fields.has("Body") && !fields.has("MessageStatus") && isE164(fields.get("To") ?? "");

const KEYWORDS = { STOP: "stop", START: "start", HELP: "help" } as const;
const isKeyword = (text: string): text is keyof typeof KEYWORDS => Object.hasOwn(KEYWORDS, text);

const readInbound = (credentials: CarrierCredentials, request: CallbackRequest): VerifiedInboundText => {
  if (!isGenuine(credentials, request)) return UNSIGNED;
  const fields = readFields(request);
  const from = fields.get("From") ?? "";
  if (!isInbound(fields) || !isOurs(credentials, fields) || !isE164(from))
    return { ok: false, reason: "the body is no text from a person" };
  const body = fields.get("Body") ?? "";
  const told = fields.get("OptOutType") ?? "";
  return {
    ok: true,
    text: {
      carrierMessageId: fields.get("MessageSid") ?? "",
      from,
      to: fields.get("To") ?? "",
      body,
      keyword: isKeyword(told) ? KEYWORDS[told] : null,
      isAnswered: told !== "" || isAnsweredByCarrier(body),
    },
  };
};

import { z } from "zod";
import { type CarrierCredentials, readSetting } from "../../../domain/call/carrier-credentials.ts";
import { parseJson } from "../../../domain/json/json-value.ts";
import { USUAL_LONGEST_TEXTS } from "../../../domain/message/segments.rules.ts";
import type { CallbackRequest } from "../carrier.ts";
import type {
  CarrierMessages,
  CarrierText,
  SendTextRequest,
  SendTextResult,
  VerifiedInboundText,
  VerifiedText,
} from "../carrier-messages.ts";
import { type RequestResult, readRetryAfterSeconds } from "../carrier-request.ts";
import { describeRefusal, readAnswer, type SimulatorClient } from "./simulator.client.ts";
import { isGenuine } from "./simulator.messages.ts";

/* The messages about texts between the simulated carrier and the platform: `infra/simulator/texts.ts` is the carrier's side. */

/** The body of `POST /v1/texts`. */
export const sendTextBody = z.object({
  to: z.string().max(64),
  from: z.string().max(64),
  body: z.string().max(2000),
  idempotency_key: z.string().min(1).max(200),
  status_url: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null),
  account: z.string().max(200).default(""),
  organization: z.string().max(40).default(""),
  sandbox: z.boolean().default(false),
});
export type SendTextBody = z.infer<typeof sendTextBody>;

/** A text in the API's form. */
export const textViewSchema = z.object({
  id: z.string(),
  idempotency_key: z.string(),
  account: z.string(),
  to: z.string(),
  from: z.string(),
  body: z.string(),
  direction: z.enum(["outbound", "inbound"]),
  state: z.enum(["sent", "delivered", "failed"]),
  opted_out: z.boolean(),
  cost_minor: z.number().nullable(),
  currency: z.string().nullable(),
});
export type TextView = z.infer<typeof textViewSchema>;

/** The JSON body of a callback about a text, or of a text from a person. */
export const textCallbackSchema = z.object({ type: z.enum(["text_status", "text_received"]), text: textViewSchema });
export type TextCallback = z.infer<typeof textCallbackSchema>;

const textList = z.object({ texts: z.array(textViewSchema) });

/** Creates the simulator's texts. */
export const createSimulatorMessages = (ask: SimulatorClient, signingKey: string): CarrierMessages => ({
  longestTexts: USUAL_LONGEST_TEXTS,
  send: async (credentials, request, timeoutMs) =>
    toResult(await ask("POST", "/v1/texts", { body: toBody(credentials, request), timeoutMs })),
  find: async (_, { messageUuid }) => {
    const result = await ask("GET", `/v1/texts?idempotency_key=${encodeURIComponent(messageUuid)}`);
    const [text] = readAnswer(result, textList).texts;
    return text ? toCarrierText(text) : "absent";
  },
  readStatus: (_, request) => readStatus(signingKey, request),
  peekInbound: (request) => {
    const told = readCallback(request);
    return told?.type === "text_received" ? { to: told.text.to, accountId: told.text.account || null } : null;
  },
  readInbound: (_, request) => readInbound(signingKey, request),
  inboundAnswer: null,
});

const UNSIGNED = { ok: false, reason: "missing, wrong or expired signature" } as const;

const readCallback = (request: CallbackRequest): TextCallback | null =>
  textCallbackSchema.safeParse(parseJson(request.body.toString("utf8"))).data ?? null;

const readStatus = (signingKey: string, request: CallbackRequest): VerifiedText => {
  if (!isGenuine(signingKey, request)) return UNSIGNED;
  const told = readCallback(request);
  if (told?.type !== "text_status") return { ok: false, reason: "the body is no report about a text" };
  return { ok: true, text: toCarrierText(told.text) };
};

const readInbound = (signingKey: string, request: CallbackRequest): VerifiedInboundText => {
  if (!isGenuine(signingKey, request)) return UNSIGNED;
  const told = readCallback(request);
  if (told?.type !== "text_received") return { ok: false, reason: "the body is no text from a person" };
  const { id, from, to, body } = told.text;
  return { ok: true, text: { carrierMessageId: id, from, to, body, keyword: null, isAnswered: false } };
};

const toBody = (credentials: CarrierCredentials, request: SendTextRequest): string =>
  JSON.stringify({
    to: request.to,
    from: request.from,
    body: request.body,
    idempotency_key: request.messageUuid,
    status_url: request.statusUrl,
    account: String(credentials.account ?? ""),
    organization: readSetting(credentials, "organization"),
    sandbox: credentials.sandbox === true,
  } satisfies SendTextBody);

const toCarrierText = ({ id, state, opted_out, cost_minor, currency }: TextView): CarrierText => ({
  carrierMessageId: id,
  state,
  optedOut: opted_out,
  costMinor: cost_minor,
  currency,
  detail: state === "failed" ? "the script says that it is not delivered" : null,
});

const refusal = z.object({ error: z.object({ code: z.string() }) });

const toResult = (result: RequestResult): SendTextResult => {
  if (result.kind === "no_response") return { kind: "unknown", detail: result.detail };
  const detail = describeRefusal(result);
  if (result.status === 429)
    return { kind: "throttled", retryAfterSeconds: readRetryAfterSeconds(result.headers["retry-after"]), detail };
  if (result.status === 401 || result.status === 403) return { kind: "account_unusable", detail };
  if (result.status === 400 || result.status === 422) {
    const code = refusal.safeParse(parseJson(result.body)).data?.error.code;
    const reason = code === "opted_out" || code === "invalid_number" ? code : "failed";
    return { kind: "refused", reason, detail };
  }
  const text = textViewSchema.safeParse(parseJson(result.body));
  return text.success ? { kind: "accepted", carrierMessageId: text.data.id } : { kind: "unknown", detail };
};

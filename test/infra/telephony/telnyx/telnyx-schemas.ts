import { z } from "zod";

/** Request bodies as Telnyx publishes them, with the fields that we may send; stricter than Telnyx on unknown ones. */
const e164 = z.string().regex(/^\+[1-9]\d{6,14}$/);
const base64 = z.base64().min(1);
const commandId = z.uuid();
const webhook = { webhook_url: z.url(), webhook_url_method: z.enum(["POST", "GET"]).optional() };
const state = { client_state: base64.optional(), command_id: commandId.optional() };
const recording = {
  record: z.literal("record-from-answer").optional(),
  record_channels: z.enum(["single", "dual"]).optional(),
  record_format: z.enum(["wav", "mp3"]).optional(),
};
const interruptible = z.enum(["none", "any", "speech", "dtmf"]);

const voiceName = z.string().regex(/^(male|female|(AWS\.Polly|Azure|ElevenLabs|Telnyx|Minimax)\.[\w.:-]+)$/);
const voiceSettings = z.strictObject({ type: z.literal("telnyx"), voice_speed: z.number().min(0.1).max(2) });

const relay = {
  url: z.string().regex(/^wss?:\/\//),
  language: z.string().min(2).optional(),
  dtmf_detection: z.boolean().optional(),
  greeting: z.string().optional(),
  interruptible: interruptible.optional(),
  interruptible_greeting: interruptible.optional(),
  voice: voiceName.optional(),
  voice_settings: voiceSettings.optional(),
};

export const dialBody = z.strictObject({
  connection_id: z.string(),
  to: e164,
  from: e164,
  ...state,
  ...webhook,
  ...recording,
  timeout_secs: z.int().min(5).max(600).optional(),
  time_limit_secs: z.int().min(1).max(14_400).optional(),
  answering_machine_detection: z
    .enum(["premium", "detect", "detect_beep", "detect_words", "greeting_end", "disabled"])
    .optional(),
  conversation_relay_config: z.strictObject(relay).optional(),
});

const LANGUAGES =
  `arb cmn-CN cy-GB da-DK de-DE en-AU en-GB en-GB-WLS en-IN en-US es-ES es-MX es-US fr-CA fr-FR hi-IN is-IS
it-IT ja-JP ko-KR nb-NO nl-NL pl-PL pt-BR pt-PT ro-RO ru-RU sv-SE tr-TR`.split(/\s+/);

export const commandBodies = {
  answer: z.strictObject({
    ...state,
    ...webhook,
    ...recording,
    conversation_relay_config: z.strictObject(relay).optional(),
  }),
  conversation_relay_start: z.strictObject({ ...state, ...relay }),
  bridge: z.strictObject({ ...state, call_control_id: z.string().min(1) }),
  gather: z.strictObject({
    ...state,
    minimum_digits: z.int().min(1).max(128).optional(),
    maximum_digits: z.int().min(1).max(128).optional(),
    initial_timeout_millis: z.int().min(1000).max(60_000).optional(),
  }),
  hangup: z.strictObject(state),
  playback_start: z.strictObject({ ...state, audio_url: z.url() }),
  reject: z.strictObject({ ...state, cause: z.enum(["CALL_REJECTED", "USER_BUSY"]) }),
  send_dtmf: z.strictObject({ ...state, digits: z.string().regex(/^[0-9A-D*#wW]+$/) }),
  speak: z.strictObject({
    ...state,
    payload: z.string().min(1).max(3000),
    payload_type: z.enum(["text", "ssml"]).optional(),
    voice: voiceName,
    voice_settings: voiceSettings.optional(),
    language: z.enum(LANGUAGES).optional(),
    service_level: z.enum(["basic", "premium"]).optional(),
  }),
  transfer: z.strictObject({
    ...state,
    ...webhook,
    to: z.string().min(1),
    from: e164.optional(),
    timeout_secs: z.int().min(5).max(600).optional(),
    target_leg_client_state: base64.optional(),
  }),
};

export type Action = keyof typeof commandBodies;

export const isAction = (name: string): name is Action => name in commandBodies;

export const numberOrderBody = z.strictObject({
  phone_numbers: z.array(z.strictObject({ phone_number: e164 })).min(1),
  customer_reference: z.string().optional(),
  connection_id: z.string().optional(),
});

export const phoneNumberBody = z.strictObject({ connection_id: z.string().optional() });

export const messagingBody = z.strictObject({ messaging_profile_id: z.string() });

export const newProfileBody = z.strictObject({
  name: z.string().min(1),
  whitelisted_destinations: z.array(z.string().regex(/^([A-Z]{2}|\*)$/)).min(1),
  webhook_url: z.url().optional(),
  webhook_api_version: z.enum(["1", "2", "2010-04-01"]).optional(),
});

export const profileBody = newProfileBody.partial();

export const applicationBody = z.strictObject({
  application_name: z.string().min(1),
  webhook_event_url: z.url(),
  webhook_api_version: z.enum(["1", "2"]).optional(),
});

/** A text by number; profiles and pools have other fields. */
export const textBody = z.strictObject({
  from: e164,
  to: e164,
  text: z.string().min(1).max(3000),
  webhook_url: z.url(),
  use_profile_webhooks: z.boolean().optional(),
  tags: z.array(z.string()).max(10).optional(),
});

export const verifiedNumberBody = z.strictObject({
  phone_number: e164,
  verification_method: z.enum(["sms", "call"]),
});

export const verifyBody = z.strictObject({ verification_code: z.string().min(1) });

export interface Fault {
  status: number;
  code: string;
  title: string;
  detail: string;
  pointer?: string;
}

/** Returns the body checked; what is wrong with it in Telnyx's words. */
export const check = <T>(schema: z.ZodType<T>, body: unknown): { ok: true; value: T } | { ok: false; fault: Fault } => {
  const parsed = schema.safeParse(body);
  if (parsed.success) return { ok: true, value: parsed.data };
  const [issue] = parsed.error.issues;
  const pointer = `/${issue?.path.join("/") ?? ""}`;
  const detail = issue?.message ?? "";
  if (issue?.code === "invalid_type" && issue.input === undefined && !detail.includes("expected object")) {
    return { ok: false, fault: { ...FAULTS.missing, detail: `The '${pointer}' parameter is required.`, pointer } };
  }
  const isNumber = pointer === "/to" || pointer === "/from";
  return { ok: false, fault: { ...(isNumber ? FAULTS.notE164 : FAULTS.badRequest), detail, pointer } };
};

export const FAULTS = {
  unauthenticated: {
    status: 401,
    code: "10009",
    title: "Authentication failed",
    detail: "Could not find any usable credentials in the request.",
  },
  badRequest: {
    status: 422,
    code: "10015",
    title: "Bad Request",
    detail: "The request failed because it was not well-formed.",
  },
  missing: { status: 422, code: "10004", title: "Missing required parameter", detail: "" },
  notE164: { status: 422, code: "10016", title: "Phone number must be in +E164 format", detail: "" },
  notFound: {
    status: 404,
    code: "10005",
    title: "Resource not found",
    detail: "The requested resource or URL could not be found.",
  },
  mediaType: {
    status: 415,
    code: "10014",
    title: "Unsupported Media Type",
    detail: "The media type is not supported.",
  },
  connection: {
    status: 422,
    code: "10015",
    title: "Invalid value for connection_id (Call Control App ID)",
    detail: "Only Call Control Apps with valid webhook URL are accepted.",
    pointer: "/connection_id",
  },
  noSuchCall: {
    status: 422,
    code: "90015",
    title: "Invalid Call Control ID",
    detail: "The call_control_id provided was not valid.",
    pointer: "/call_control_id",
  },
  callEnded: {
    status: 422,
    code: "90018",
    title: "Call has already ended",
    detail: "This call is no longer active and can't receive commands.",
  },
  notAnswered: {
    status: 422,
    code: "90034",
    title: "Call not answered yet",
    detail: "This call can't receive this command because it has not been answered yet.",
  },
  tooManyDials: { status: 429, code: "90103", title: "Dials per second limit reached", detail: "Too many dials." },
} as const satisfies Record<string, Fault>;

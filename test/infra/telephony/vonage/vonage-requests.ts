import { z } from "zod";

/** The requests of Vonage's published API, as strict: an unknown field is refused like a wrong one. */

const number = z.string().regex(/^\d{7,15}$/, "must be 7 to 15 digits");
const phone = z.strictObject({ type: z.literal("phone"), number });
const urls = z.array(z.url({ protocol: /^https?$/ })).length(1);
const method = z.enum(["GET", "POST"]);

export const createCallRequest = z.strictObject({
  to: z.array(phone).length(1),
  from: phone,
  answer_url: urls,
  answer_method: method.optional(),
  event_url: urls.optional(),
  event_method: method.optional(),
  ringing_timer: z.int().min(1).max(120).optional(),
  length_timer: z.int().min(1).max(86_400).optional(),
  machine_detection: z.enum(["continue", "hangup"]).optional(),
  advanced_machine_detection: z
    .strictObject({
      behavior: z.enum(["continue", "hangup"]),
      mode: z.enum(["default", "detect", "detect_beep"]).optional(),
      beep_timeout: z.int().min(30).max(120).optional(),
    })
    .optional(),
});

export const sendTextRequest = z.strictObject({
  channel: z.literal("sms"),
  message_type: z.literal("text"),
  to: number,
  from: number,
  text: z.string().min(1).max(1000),
  client_ref: z.string().max(100),
  webhook_url: z.url({ protocol: /^https?$/ }),
  webhook_version: z.enum(["v0.1", "v1"]),
});

export const updateCallRequest = z.strictObject({
  action: z.enum(["hangup", "mute", "unmute", "earmuff", "unearmuff"]),
});

export const dtmfRequest = z.strictObject({ digits: z.string().regex(/^[0-9*#p]+$/) });

export const listQuery = z.strictObject({
  status: z.string().optional(),
  date_start: z.iso.datetime().optional(),
  date_end: z.iso.datetime().optional(),
  page_size: z.coerce.number().int().min(1).max(100).default(10),
  record_index: z.coerce.number().int().min(0).default(0),
  order: z.enum(["asc", "desc"]).default("asc"),
  conversation_uuid: z.string().optional(),
});

const LANGUAGES = [
  "ar ca-ES cmn-CN cmn-TW cs-CZ cy-GB da-DK de-DE el-GR en-AU en-GB en-GB-WLS en-IN en-US en-ZA es-ES es-MX es-US",
  "eu-ES fi-FI fil-PH fr-CA fr-FR he-IL hi-IN hu-HU id-ID is-IS it-IT ja-JP ko-KR nb-NO nl-NL no-NO pl-PL pt-BR",
  "pt-PT ro-RO ru-RU sk-SK sv-SE th-TH tr-TR uk-UA vi-VN yue-CN",
]
  .join(" ")
  .split(" ");

const talk = z.strictObject({
  action: z.literal("talk"),
  text: z.string().min(1).max(1500),
  bargeIn: z.boolean().optional(),
  loop: z.int().min(0).optional(),
  level: z.number().min(-1).max(1).optional(),
  language: z.enum(LANGUAGES).optional(),
  style: z.int().optional(),
  premium: z.boolean().optional(),
});

const stream = z.strictObject({
  action: z.literal("stream"),
  streamUrl: urls,
  level: z.number().min(-1).max(1).optional(),
  bargeIn: z.boolean().optional(),
  loop: z.int().min(0).optional(),
});

const input = z.strictObject({
  action: z.literal("input"),
  type: z.array(z.enum(["dtmf", "speech"])).min(1),
  dtmf: z
    .strictObject({
      timeOut: z.int().min(0).max(10).optional(),
      maxDigits: z.int().min(1).max(20).optional(),
      submitOnHash: z.boolean().optional(),
    })
    .optional(),
  speech: z
    .strictObject({
      uuid: z.array(z.string()).length(1).optional(),
      endOnSilence: z.number().min(0.4).max(10).optional(),
      language: z
        .string()
        .regex(/^[a-z]{2,3}(-Han[st])?-[A-Z]{2}$/)
        .optional(),
      context: z.array(z.string()).optional(),
      startTimeout: z.int().min(1).max(60).optional(),
      maxDuration: z.int().min(1).max(60).optional(),
      saveAudio: z.boolean().optional(),
      sensitivity: z.int().min(10).max(100).optional(),
    })
    .optional(),
  mode: z.enum(["synchronous", "asynchronous"]).optional(),
  eventUrl: urls,
  eventMethod: method.optional(),
});

const connect = z.strictObject({
  action: z.literal("connect"),
  endpoint: z.array(z.strictObject({ type: z.literal("phone"), number, dtmfAnswer: z.string().optional() })).length(1),
  from: number.optional(),
  eventType: z.enum(["synchronous", "asynchronous"]).optional(),
  timeout: z.int().min(1).optional(),
  limit: z.int().min(1).max(7200).optional(),
  eventUrl: urls.optional(),
  eventMethod: method.optional(),
});

const record = z.strictObject({
  action: z.literal("record"),
  format: z.enum(["mp3", "wav", "ogg"]).optional(),
  split: z.literal("conversation").optional(),
  channels: z.int().min(1).max(32).optional(),
  beepStart: z.boolean().optional(),
  eventUrl: urls.optional(),
  eventMethod: method.optional(),
});

const conversation = z.strictObject({
  action: z.literal("conversation"),
  name: z.string().min(1),
  startOnEnter: z.boolean().optional(),
  endOnExit: z.boolean().optional(),
});

const notify = z.strictObject({
  action: z.literal("notify"),
  payload: z.record(z.string(), z.string()),
  eventUrl: urls,
  eventMethod: method.optional(),
});

const wait = z.strictObject({ action: z.literal("wait"), timeout: z.number().min(0.1).max(7200).optional() });

/** A Call Control Object. Text that may be interrupted needs something to listen after it. */
export const nccoDocument = z
  .array(z.discriminatedUnion("action", [talk, stream, input, connect, conversation, record, notify, wait]))
  .refine((actions) => {
    const isHeard = (each: (typeof actions)[number]) => each.action === "talk" || each.action === "stream";
    const interrupted = actions.findIndex((each) => "bargeIn" in each && each.bargeIn === true);
    const next = actions.slice(interrupted + 1).find((each) => !isHeard(each));
    return interrupted < 0 || next?.action === "input";
  }, "the action after a talk with bargeIn must be an input");

export type Ncco = z.output<typeof nccoDocument>;

const webhook = z.strictObject({
  address: z.url({ protocol: /^https?$/ }),
  http_method: method,
  connect_timeout: z.int().min(300).max(1000).optional(),
  socket_timeout: z.int().min(1000).max(10_000).optional(),
});

export const applicationRequest = z.strictObject({
  name: z.string().min(1),
  keys: z.strictObject({ public_key: z.string() }).optional(),
  capabilities: z.strictObject({
    voice: z
      .strictObject({
        webhooks: z.strictObject({
          answer_url: webhook.optional(),
          fallback_answer_url: webhook.optional(),
          event_url: webhook.optional(),
        }),
        signed_callbacks: z.boolean().optional(),
        conversations_ttl: z.int().min(1).max(9000).optional(),
        leg_persistence_time: z.int().min(1).max(31).optional(),
        region: z.string().optional(),
      })
      .optional(),
    messages: z
      .looseObject({
        version: z.enum(["v0.1", "v1"]).optional(),
        webhooks: z.strictObject({ inbound_url: webhook.optional(), status_url: webhook.optional() }).optional(),
      })
      .optional(),
  }),
  privacy: z.strictObject({ improve_ai: z.boolean() }).optional(),
});

export const numberSearchQuery = z.strictObject({
  country: z.string().regex(/^[A-Z]{2}$/),
  type: z.enum(["landline", "mobile-lvn", "landline-toll-free"]).optional(),
  pattern: z.string().optional(),
  search_pattern: z.enum(["0", "1", "2"]).default("0"),
  features: z.enum(["SMS", "VOICE", "SMS,VOICE", "MMS", "SMS,MMS", "VOICE,MMS", "SMS,MMS,VOICE"]).optional(),
  size: z.coerce.number().int().min(1).max(100).default(10),
  index: z.coerce.number().int().min(1).default(1),
});

export const ownedNumbersQuery = numberSearchQuery.omit({ type: true, features: true }).partial({ country: true });

export const numberCommand = z.strictObject({
  country: z.string().regex(/^[A-Z]{2}$/),
  msisdn: z.string().regex(/^\d+$/),
});

export const numberUpdate = numberCommand.extend({
  app_id: z.string().optional(),
  moHttpUrl: z.string().optional(),
  voiceCallbackType: z.enum(["sip", "tel", "app"]).optional(),
  voiceCallbackValue: z.string().optional(),
  messagesCallbackType: z.literal("app").optional(),
  messagesCallbackValue: z.string().optional(),
});

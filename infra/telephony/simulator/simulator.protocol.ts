import { z } from "zod";
import { agentVoiceSchema } from "../../../domain/agent/agent-voice.ts";
import { sandboxManners } from "../../../domain/environment/sandbox-manners.ts";
import { DAY_SECONDS } from "../../../domain/time/durations.rules.ts";

/**
 * The messages between the simulated carrier and the platform. The adapter beside this file is the platform's side;
 * `infra/simulator/` is the carrier's side and imports what it needs from here, never the other way round.
 */

const httpUrl = z.url({ protocol: /^https?$/ });

/** The planned events of a call. */
export const EVENT_TYPES = ["initiated", "ringing", "answered", "completed"] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** All events of a call: the planned ones, and its recording when there is one. */
export const CALL_EVENT_TYPES = [...EVENT_TYPES, "recorded"] as const;
export type CallEventType = (typeof CALL_EVENT_TYPES)[number];

/** The body of `POST /v1/calls`. */
export const placeCallBody = z.object({
  to: z.string().max(64),
  from: z.string().max(64).default(""),
  idempotency_key: z.string().min(1).max(200),
  answer_url: httpUrl.nullable().default(null),
  status_url: httpUrl.nullable().default(null),
  /** The events that are sent to `status_url`; a recording's is always sent. */
  status_events: z.array(z.enum(EVENT_TYPES)).default([...EVENT_TYPES]),
  ring_timeout_seconds: z.number().positive().max(600).default(30),
  time_limit_seconds: z.number().positive().max(DAY_SECONDS).default(3600),
  detect_machine: z.boolean().default(false),
  greeting: z.string().max(10_000).default(""),
  /** A label that separates records, because one simulator serves many accounts. */
  account: z.string().max(200).default(""),
  /** The organization: its rented numbers and its rate limit are its own. */
  organization: z.string().max(40).default(""),
  /** A sandbox call costs nothing. */
  sandbox: z.boolean().default(false),
  /** The manners that the organization has given the simulator of its sandbox; null: none. */
  manners: sandboxManners.nullable().default(null),
  record: z.boolean().default(false),
  /**
   * Words pass over this WebSocket once the call is answered; afterwards the simulator asks at `after_url`. Without a
   * WebSocket it asks at `answer_url` at once.
   */
  conversation: z
    .object({
      web_socket_url: z.url().nullable(),
      language: z.string(),
      voice: agentVoiceSchema.nullable().default(null),
      after_url: httpUrl.nullable().default(null),
    })
    .nullable()
    .default(null),
});

/** The body of `POST /v1/calls/lookup`, which answers with those of the calls that exist. */
export const lookUpBody = z.object({ ids: z.array(z.string().max(200)).max(1000) });

export type PlaceCallBody = z.infer<typeof placeCallBody>;

/** A call in the API's form. */
export const callViewSchema = z.object({
  id: z.string(),
  idempotency_key: z.string(),
  account: z.string(),
  to: z.string(),
  from: z.string(),
  attempt: z.number(),
  state: z.enum(["queued", "ringing", "in_progress", "completed"]),
  outcome: z.enum(["answered", "voicemail", "no_answer", "busy", "rejected", "failed", "canceled"]).nullable(),
  answered_by: z.enum(["human", "machine"]).nullable(),
  opted_out: z.boolean(),
  started_at: z.string(),
  answered_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  talk_seconds: z.number().nullable(),
  cost_minor: z.number().nullable(),
  currency: z.string().nullable(),
  sandbox: z.boolean(),
  hung_up: z.boolean(),
  hung_up_by: z.enum(["platform", "agent", "person"]).nullable(),
  direction: z.enum(["outbound", "inbound"]),
  /** The voice of the last request; null: no particular one. */
  voice: agentVoiceSchema.nullable().default(null),
});

export type CallView = z.infer<typeof callViewSchema>;

/** A recording in the form of the API and its event. */
export const recordingViewSchema = z.object({ id: z.string(), duration_seconds: z.number() });
export type RecordingView = z.infer<typeof recordingViewSchema>;

/** The JSON body of a callback. A repeated delivery of an event has the same `event_id`. */
export const callbackSchema = z.object({
  event_id: z.string(),
  type: z.enum(CALL_EVENT_TYPES),
  occurred_at: z.string(),
  call: callViewSchema,
  recording: recordingViewSchema.nullable().default(null),
});

export type CallbackPayload = z.infer<typeof callbackSchema>;

/** The addresses for announcements of a number's calls, and for their events. */
export const inboundTargetSchema = z.object({ inbound_url: httpUrl, status_url: httpUrl });

/** A number that an account rents. */
export const numberSchema = z.object({
  phone_number: z.string().regex(/^\+[1-9]\d{6,14}$/),
  account: z.string().max(200).default(""),
  /** Empty: rented by no organization, and usable by all. */
  organization: z.string().max(40).default(""),
  reference: z.string().max(200).default(""),
  inbound: inboundTargetSchema.nullable().default(null),
  /** Where texts to it are handed over. */
  text_url: httpUrl.nullable().default(null),
});

export type RentedNumber = z.infer<typeof numberSchema>;

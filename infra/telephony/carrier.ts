import type { Readable } from "node:stream";
import type {
  AnsweredBy,
  CallInstructions,
  CarrierDocument,
  ConversationMode,
  TurnEvent,
  VerifiedInboundCall,
  VerifiedTurn,
} from "../../domain/call/call-instructions.ts";
import type { AgentVoice } from "../../domain/agent/agent-voice.ts";
import type { CarrierCredentials } from "../../domain/call/carrier-credentials.ts";
import type { CallerIds, CarrierNumbers } from "./carrier-numbers.ts";

/**
 * What a phone carrier is to Ringdown. One adapter per carrier implements it; the conformance suite
 * (`test/infra/telephony/carrier-conformance.ts`) is the definition of every method's behaviour.
 */

/** Shown by `telephony.providers`, and what `config` of a carrier account is validated against. */
export interface CarrierField {
  name: string;
  label: string;
  type: "string" | "password" | "number" | "boolean";
  required: boolean;
  /** Encrypted at rest, masked in every answer. */
  sensitive: boolean;
  /** Required fields other than passwords name the account; `false` for one that does not. */
  namesAccount?: false;
  /** Not required, so that an account can be connected step by step; but nothing is dialled without it. */
  neededToDial?: true;
  description: string;
  placeholder?: string;
}

export interface CarrierDescription {
  provider: string;
  displayName: string;
  connectivity: "api" | "sip";
  fields: readonly CarrierField[];
  docsUrl: string | null;
  /** The carrier's own pace for one account; null: unlimited. */
  defaultCallsPerSecond: number | null;
  /** Whether a caller id must be a number on the account before anything can be dialled. */
  needsCallerId: boolean;
  /** How conversations are held. */
  conversation: ConversationMode;
  /** Why an agent of this language cannot speak so through this carrier, with what can be chosen; null when it can. */
  voiceProblem(voice: AgentVoice, language: string): string | null;
}

/** One outbound call as the carrier is asked to make it. */
export interface PlaceCallRequest {
  /** Our run's UUID: sent as the idempotency key where the carrier has one, and inside every callback URL. */
  runUuid: string;
  /** E.164 with `+`. */
  to: string;
  /** E.164 with `+`; empty where the carrier needs none. */
  from: string;
  /** Absolute URL that the carrier asks for instructions when the call is answered. */
  answerUrl: string;
  /** Absolute URL that receives call events. */
  statusUrl: string;
  ringTimeoutSeconds: number;
  timeLimitSeconds: number;
  detectMachine: boolean;
  /** The carrier records both sides and tells at `statusUrl` when the recording can be had. */
  record: boolean;
  /**
   * Set when the agent talks with whoever answers. Carriers that must know it with the request (Telnyx, the simulator)
   * use it at once; the others are told when they ask at `answerUrl`.
   */
  conversation: PlannedConversation | null;
  /** Spoken when answered, by carriers that take it with the request (the simulator). */
  greeting: string;
}

/** A conversation as the carrier has to set it up. */
export interface PlannedConversation {
  /** Absolute `wss:` URL for relaying carriers, signed for this call. */
  webSocketUrl: string;
  /** BCP 47. */
  language: string;
  voice?: AgentVoice;
}

/**
 * The answer to the one request that an attempt may ever make.
 * `unknown` means that the carrier may or may not have the call: reconcile, never repeat.
 */
export type PlaceCallResult =
  | { kind: "accepted"; carrierCallId: string }
  /** The carrier never processed it (rate or concurrency limit); safe to ask again later. */
  | { kind: "throttled"; retryAfterSeconds: number; detail: string }
  /** Refused for good for this number. */
  | { kind: "refused"; outcome: "invalid_number" | "rejected" | "failed"; detail: string }
  /** The account cannot place any call until somebody mends it (credentials, permission, funds). */
  | { kind: "account_unusable"; detail: string }
  | { kind: "unknown"; detail: string };

export type CarrierCallState = "queued" | "ringing" | "in_progress" | "completed";

/** How a call ended, in our outcomes. */
export type CarrierOutcome =
  | "answered"
  | "voicemail"
  | "no_answer"
  | "busy"
  | "rejected"
  | "invalid_number"
  | "failed"
  | "canceled";

/** A call as the carrier tells it, by callback or by fetch. */
export interface CarrierCall {
  carrierCallId: string;
  state: CarrierCallState;
  /** Set exactly when `state` is `completed`. */
  outcome: CarrierOutcome | null;
  answeredBy: AnsweredBy | null;
  startedAt: Date | null;
  answeredAt: Date | null;
  endedAt: Date | null;
  /** Talk time, whole seconds. */
  durationSeconds: number | null;
  /** Positive, in the minor unit of `currency`; null until the carrier reports it. */
  costMinor: number | null;
  currency: string | null;
  /** True when the person asked not to be called again (the simulator's script; later the agent). */
  optedOut: boolean;
  /** The carrier's own words or code, for people. */
  detail: string | null;
}

/** One verified callback. `eventId` is the same for a repeated delivery of the same event. */
export interface CarrierEvent {
  eventId: string;
  call: CarrierCall;
  /** Set when this event tells of a recording of the call. */
  recording?: CarrierRecording;
  /**
   * Set when this event is also a turn. Carriers that take commands (Telnyx) have one URL for everything: what others
   * ask for at the answer URL, or after a relay or a transfer, they tell at the status URL, and `instruct` answers it.
   */
  turn?: TurnEvent;
  /**
   * Set when a carrier that takes commands has done the first part of earlier instructions: the rest, to be handed to
   * `instruct` as it is, for a repeated event as well. The call carries it itself, so any process can go on with it.
   */
  resume?: CallInstructions;
}

/** A recording that the carrier keeps. */
export interface CarrierRecording {
  /** The carrier's id for it; what `openRecording` needs. */
  recordingId: string;
  /** Where the carrier says it is; null when it is found by its id alone. Never followed unless it is the carrier's own host. */
  url: string | null;
  durationSeconds: number | null;
}

/** The bytes of a recording, read once. */
export interface OpenRecording {
  contentType: string;
  /** null when the carrier does not tell. */
  sizeBytes: number | null;
  stream: Readable;
}

/** An incoming HTTP request, raw: signatures are computed over exactly these bytes. */
export interface CallbackRequest {
  method: string;
  /** The absolute URL as the carrier was given it (PUBLIC_BASE_URL + path and query). */
  url: string;
  /** Lower-case names. */
  headers: Readonly<Record<string, string | undefined>>;
  body: Buffer;
}

export type VerifiedCallback = { ok: true; event: CarrierEvent } | { ok: false; reason: string };

export interface FindCallQuery {
  runUuid: string;
  to: string;
  from: string;
  /** The request was made at this instant; carriers that list calls search from a little before it. */
  requestedAt: Date;
  /** What was sent as `statusUrl`, for carriers whose list shows it. */
  statusUrl: string;
}

export interface Carrier {
  readonly description: CarrierDescription;

  /** Exactly one HTTP request, at most `timeoutMs`; never retries, never throws for what the carrier says. */
  placeCall(credentials: CarrierCredentials, request: PlaceCallRequest, timeoutMs: number): Promise<PlaceCallResult>;

  /** The call as it is now; null when the carrier does not know it. Throws `CarrierUnavailableError` when it cannot be asked. */
  fetchCall(credentials: CarrierCredentials, carrierCallId: string): Promise<CarrierCall | null>;

  /**
   * Looks up the call of an attempt whose answer was lost: by idempotency key, or by number and time.
   * null: the carrier has no such call (asked after the request can no longer arrive).
   */
  findCall(credentials: CarrierCredentials, query: FindCallQuery): Promise<CarrierCall | null>;

  /** Ends a call. Ending one that is already over is no error. */
  hangUp(credentials: CarrierCredentials, carrierCallId: string): Promise<void>;

  /** Checks signature and shape, constant time, failing closed. */
  readCallback(credentials: CarrierCredentials, request: CallbackRequest): VerifiedCallback;

  /** A request for instructions in the conversation of one call; same rules as `readCallback`. */
  readTurn(credentials: CarrierCredentials, request: CallbackRequest): VerifiedTurn;

  /**
   * The numbers that an announcement of an inbound call names, before anything is proved: only to find the account whose
   * secret then proves it. null: this is no such announcement.
   */
  peekInbound(request: CallbackRequest): { to: string; accountId: string | null } | null;

  /** An inbound call's announcement; same rules as `readCallback`. */
  readInbound(credentials: CarrierCredentials, request: CallbackRequest): VerifiedInboundCall;

  /** Whether the WebSocket's opening request is the carrier's own. Our own token in the URL is checked besides. */
  verifyRelay(credentials: CarrierCredentials, request: CallbackRequest): boolean;

  /**
   * What a request for instructions is answered with. Carriers that take commands instead are sent them here and get an
   * empty document; only these reach out, and throw `CarrierUnavailableError`.
   */
  instruct(
    credentials: CarrierCredentials,
    order: { carrierCallId: string; statusUrl: string; instructions: CallInstructions },
  ): Promise<CarrierDocument>;

  /** null: there is no such recording (any more). Throws `CarrierUnavailableError`, also while it is not ready. */
  openRecording(credentials: CarrierCredentials, recording: CarrierRecording): Promise<OpenRecording | null>;

  /** Recordings of a call, for when the event that tells of them was lost. */
  listRecordings(credentials: CarrierCredentials, carrierCallId: string): Promise<CarrierRecording[]>;

  /** Whether the carrier ever tells what a call cost; else a price table decides. */
  readonly reportsPrice: boolean;

  /** null: this carrier has no numbers to rent. */
  readonly numbers: CarrierNumbers | null;

  /** null: this carrier has no such thing, or takes any number that is on the account. */
  readonly callerIds: CallerIds | null;

  /** Asks the carrier whether the credentials work. `reachable: false` when it could not be asked. */
  checkAccount(credentials: CarrierCredentials): Promise<{ reachable: boolean; ok: boolean; message: string }>;
}

/** The carrier could not be asked: network, time-out, or its own 5xx. Safe to ask again (reads only). */
export class CarrierUnavailableError extends Error {
  override readonly name = "CarrierUnavailableError";
}

/** The carrier understood and said no; the message is its own sentence. Asking again the same way is of no use. */
export class CarrierRefusedError extends Error {
  override readonly name = "CarrierRefusedError";
}

import type { Readable } from "node:stream";
import type { AgentVoice } from "../../domain/agent/agent-voice.ts";
import type { Detection } from "../../domain/answerer/answered-by.rules.ts";
import type {
  CallInstructions,
  CarrierDocument,
  ConversationMode,
  TurnEvent,
  VerifiedInboundCall,
  VerifiedTurn,
} from "../../domain/call/call-instructions.ts";
import type { CarrierCredentials } from "../../domain/call/carrier-credentials.ts";
import type { CallbackRequest } from "./callback-request.ts";
import type { CarrierMessages } from "./carrier-messages.ts";
import type { CallerIds, CarrierNumbers, OwnedNumber, ServedInbound } from "./carrier-numbers.ts";

export type { CallbackRequest };

/**
 * The interface of phone carriers. Each carrier has one adapter; the conformance suite
 * (`test/infra/telephony/carrier-conformance.ts`) defines every method's behaviour.
 */

/** A field of a carrier account's `config`: shown by `telephony.providers`, and the basis of its validation. */
export interface CarrierField {
  name: string;
  label: string;
  type: "string" | "password" | "number" | "boolean";
  required: boolean;
  /** Encrypted at rest, masked in every answer. */
  sensitive: boolean;
  /** Required fields other than passwords identify the account; `false`: this one does not. */
  namesAccount?: false;
  /** The field is not required, so that an account can be connected step by step, but dialling needs it. */
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
  /** The carrier's own limit for one account; null: unlimited. */
  defaultCallsPerSecond: number | null;
  /** What somebody has to set at the carrier before texts come in, because nothing but its pages sets it; absent: nothing. */
  textsByHand?: string;
  /** True when dialling needs a caller id among the account's numbers. */
  needsCallerId: boolean;
  /** The way in which conversations are held. */
  conversation: ConversationMode;
  /** It hears people only over its relay, and cannot ask for each turn instead. */
  hearsByRelayAlone?: true;
  /** Returns why this voice cannot be used with this language at this carrier, with the choices; null when it can. */
  voiceProblem(voice: AgentVoice, language: string): string | null;
  /** The platform's own media process speaks and hears, by the organization's models; absent: the carrier does. */
  speaksThrough?: "media";
  /** Why no account of the carrier can be used here, and what the operator has to do; absent: accounts can be used. */
  unavailable?: string;
}

/** One outbound call as it is requested from the carrier. */
export interface PlaceCallRequest {
  /** Our run's UUID: the idempotency key where the carrier has one, and a part of every callback URL. */
  runUuid: string;
  /** E.164 with `+`. */
  to: string;
  /** E.164 with `+`; empty where the carrier needs none. */
  from: string;
  /** Absolute URL for instructions when the call is answered. */
  answerUrl: string;
  /** Absolute URL that receives call events. */
  statusUrl: string;
  ringTimeoutSeconds: number;
  timeLimitSeconds: number;
  detectMachine: boolean;
  /** The carrier records both sides and reports at `statusUrl` when the recording is available. */
  record: boolean;
  /**
   * Set when the agent has a conversation. Carriers that must know it with the request (Telnyx, the simulator) use it
   * at once; the others get it when they ask at `answerUrl`.
   */
  conversation: PlannedConversation | null;
  /** Spoken when the call is answered, by carriers that take it with the request (the simulator). */
  greeting: string;
}

/** The settings of a conversation for the carrier. */
export interface PlannedConversation {
  /** Absolute `wss:` URL for relaying carriers, signed for this call. */
  webSocketUrl: string;
  /** BCP 47. */
  language: string;
  voice?: AgentVoice;
}

/**
 * The answer to the one request that an attempt may ever make. `unknown` means that the carrier may have the call: look
 * it up, never repeat the request.
 */
export type PlaceCallResult =
  | { kind: "accepted"; carrierCallId: string }
  /** The carrier did not process it (rate or concurrency limit); it may be repeated later. */
  | { kind: "throttled"; retryAfterSeconds: number; detail: string }
  /** Refused permanently for this number. */
  | { kind: "refused"; outcome: "invalid_number" | "rejected" | "failed"; detail: string }
  /** The account cannot place any call until somebody repairs it (credentials, permission, funds). */
  | { kind: "account_unusable"; detail: string }
  | { kind: "unknown"; detail: string };

export type CarrierCallState = "queued" | "ringing" | "in_progress" | "completed";

/** The outcome of an ended call, in our terms. */
export type CarrierOutcome =
  | "answered"
  | "voicemail"
  | "no_answer"
  | "busy"
  | "rejected"
  | "invalid_number"
  | "failed"
  | "canceled";

/** A call as the carrier reports it, by callback or on request. */
export interface CarrierCall {
  carrierCallId: string;
  state: CarrierCallState;
  /** Set exactly when `state` is `completed`. */
  outcome: CarrierOutcome | null;
  /** In our words, whatever the carrier calls it. */
  answeredBy: Detection | null;
  /** The carrier's own word for who answered, where it has told one. */
  answerWord?: string | null;
  /** The tones by which the platform's own media process has told. */
  answerTones?: string[];
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

/** One verified callback. A repeated delivery of the same event has the same `eventId`. */
export interface CarrierEvent {
  eventId: string;
  call: CarrierCall;
  /** Set when this event reports a recording of the call. */
  recording?: CarrierRecording;
  /**
   * Set when this event is also a turn. Carriers that take commands (Telnyx) have one URL for everything: they report
   * at the status URL what others ask for at the answer URL, or after a relay or a transfer, and `instruct` answers it.
   */
  turn?: TurnEvent;
  /**
   * Set when a carrier that takes commands has done the first part of earlier instructions. This is the rest, which is passed to
   * `instruct` unchanged, for a repeated event as well. The call carries it, so any process can continue.
   */
  resume?: CallInstructions;
}

/** A recording that the carrier stores. */
export interface CarrierRecording {
  /** The carrier's id for it; what `openRecording` needs. */
  recordingId: string;
  /** The carrier's address of it; null when the id alone finds it. Followed only at the carrier's own host. */
  url: string | null;
  durationSeconds: number | null;
}

/** The bytes of a recording, read once. */
export interface OpenRecording {
  contentType: string;
  /** null when the carrier does not report it. */
  sizeBytes: number | null;
  stream: Readable;
}

export type VerifiedCallback = { ok: true; event: CarrierEvent } | { ok: false; reason: string };

export interface FindCallQuery {
  runUuid: string;
  to: string;
  from: string;
  /** The instant of the request; carriers that list calls search from a little before it. */
  requestedAt: Date;
  /** The `statusUrl` of the request, for carriers whose list shows it. */
  statusUrl: string;
}

/** Ended calls whose prices are wanted. */
export interface PriceQuery {
  carrierCallIds: ReadonlySet<string>;
  /** All of them ended within this time; carriers' clocks differ a little from ours, which the adapter allows for. */
  endedFrom: Date;
  endedTo: Date;
}

export interface CallPrice {
  /** Positive, in the minor unit of `currency`. */
  costMinor: number;
  currency: string;
}

export interface Carrier {
  readonly description: CarrierDescription;

  /**
   * Sends exactly one HTTP request, for at most `timeoutMs`; never retries, and never throws for a carrier's answer.
   */
  placeCall(credentials: CarrierCredentials, request: PlaceCallRequest, timeoutMs: number): Promise<PlaceCallResult>;

  /**
   * Returns the call as it is now; null when the carrier does not know it. Throws `CarrierUnavailableError` when it
   * cannot be asked.
   */
  fetchCall(credentials: CarrierCredentials, carrierCallId: string): Promise<CarrierCall | null>;

  /**
   * Looks up the call of an attempt whose answer was lost: by idempotency key, or by number and time. null: the carrier
   * has no such call (called when the request can no longer arrive).
   */
  findCall(credentials: CarrierCredentials, query: FindCallQuery): Promise<CarrierCall | null>;

  /** Ends a call; one that is already over is no error. */
  hangUp(credentials: CarrierCredentials, carrierCallId: string): Promise<void>;

  /** Checks signature and shape in constant time; anything doubtful is refused. */
  readCallback(credentials: CarrierCredentials, request: CallbackRequest): VerifiedCallback;

  /** Reads a request for instructions in the conversation of one call; same rules as `readCallback`. */
  readTurn(credentials: CarrierCredentials, request: CallbackRequest): VerifiedTurn;

  /**
   * Reads the numbers of an inbound call's announcement before its signature is checked, only to find the account whose
   * secret then verifies it. null: it is no such announcement.
   */
  peekInbound(request: CallbackRequest): { to: string; accountId: string | null } | null;

  /** Reads an inbound call's announcement; same rules as `readCallback`. */
  readInbound(credentials: CarrierCredentials, request: CallbackRequest): VerifiedInboundCall;

  /** Tells whether the WebSocket's opening request is the carrier's own. Our token in the URL is checked as well. */
  verifyRelay(credentials: CarrierCredentials, request: CallbackRequest): boolean;

  /**
   * Returns the answer to a request for instructions. To carriers that take commands it sends them and returns an empty
   * document; only these send requests, and throw `CarrierUnavailableError`.
   */
  instruct(
    credentials: CarrierCredentials,
    order: { carrierCallId: string; statusUrl: string; instructions: CallInstructions },
  ): Promise<CarrierDocument>;

  /**
   * Opens a recording; null: there is no such recording any more. Throws `CarrierUnavailableError`, also while it is
   * not ready.
   */
  openRecording(credentials: CarrierCredentials, recording: CarrierRecording): Promise<OpenRecording | null>;

  /** Lists the recordings of a call, for when the event about them was lost. */
  listRecordings(credentials: CarrierCredentials, carrierCallId: string): Promise<CarrierRecording[]>;

  /**
   * Removes a recording at the carrier; one that is gone is no error, so that it may be repeated. Throws `CarrierUnavailableError`, and
   * `CarrierRefusedError` where the carrier keeps it.
   */
  removeRecording(credentials: CarrierCredentials, recording: CarrierRecording): Promise<void>;

  /** True when the carrier reports what a call cost; otherwise a price table decides. */
  readonly reportsPrice: boolean;

  /**
   * Returns what calls have cost, by the carrier's ids, with as few requests as its list allows. Calls that it has not priced are
   * absent, and so are those that its list does not show. Throws `CarrierUnavailableError`.
   */
  listPrices(credentials: CarrierCredentials, query: PriceQuery): Promise<ReadonlyMap<string, CallPrice>>;

  /** null: the carrier sends no texts. */
  readonly messages: CarrierMessages | null;

  /** null: numbers cannot be rented at this carrier. */
  readonly numbers: CarrierNumbers | null;

  /**
   * Sets the target of calls to a number at a carrier without `numbers`, or removes it where the account does not serve the number;
   * only a target of the account's own is removed. Throws like `pointInbound` of `CarrierNumbers`.
   */
  pointInbound?(credentials: CarrierCredentials, number: OwnedNumber, inbound: ServedInbound): Promise<void>;

  /** null: the carrier verifies no foreign numbers, or accepts any number that is on the account. */
  readonly callerIds: CallerIds | null;

  /** Asks the carrier whether the credentials work. `reachable: false` when it could not be asked. */
  checkAccount(credentials: CarrierCredentials): Promise<{ reachable: boolean; ok: boolean; message: string }>;
}

/** The carrier could not be asked: network, time-out, or its own 5xx. The request may be repeated (reads only). */
export class CarrierUnavailableError extends Error {
  override readonly name = "CarrierUnavailableError";
}

/** The carrier refused; the message is its own sentence. Repeating the request is of no use. */
export class CarrierRefusedError extends Error {
  override readonly name = "CarrierRefusedError";
}

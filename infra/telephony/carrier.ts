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
}

/** One account's settings, decrypted: the fields of `CarrierDescription` by name. */
export type CarrierCredentials = Readonly<Record<string, string | number | boolean>>;

export type AnsweredBy = "human" | "machine" | "fax" | "unknown";

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
  /** Spoken when answered, by carriers that take it with the request (the simulator). */
  greeting: string;
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

/** What an answered call does. Conversations come later; now: say the greeting, then hang up. */
export interface AnswerInstructions {
  say: string;
  language: string;
}

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

  /** Checks that the request for instructions is the carrier's own; same rules as `readCallback`. */
  verifyAnswerRequest(credentials: CarrierCredentials, request: CallbackRequest): boolean;

  /** The body that an answer request gets. */
  answerDocument(instructions: AnswerInstructions): { contentType: string; body: string };

  /** Asks the carrier whether the credentials work. `reachable: false` when it could not be asked. */
  checkAccount(credentials: CarrierCredentials): Promise<{ reachable: boolean; ok: boolean; message: string }>;
}

/** The carrier could not be asked: network, time-out, or its own 5xx. Safe to ask again (reads only). */
export class CarrierUnavailableError extends Error {
  override readonly name = "CarrierUnavailableError";
}

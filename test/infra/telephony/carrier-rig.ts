import type { AgentVoice } from "../../../domain/agent/agent-voice.ts";
import type { CallInstructions, CarrierDocument, NextStep, TurnEvent } from "../../../domain/call/call-instructions.ts";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import type { CallbackRequest, Carrier, CarrierCallState, CarrierOutcome } from "../../../infra/telephony/carrier.ts";
import type {
  CallerIdVerification,
  InboundTarget,
  NumberQuery,
  OwnedNumber,
} from "../../../infra/telephony/carrier-numbers.ts";

/** Who answers, as far as any carrier tells: none knows screening services or menus. */
export type Detectable = "person" | "voicemail" | "fax" | "unknown";

/**
 * How to put a carrier under the conformance suite: start its stand-in server and fill in a `CarrierRig`.
 *
 * - The stand-in plays the carrier; the rig tells it what to do and reads back what it was told. The suite knows words
 *   common to all carriers only: where a carrier speaks differently (documents, commands, events), the rig translates.
 * - Whatever a carrier does not have is a sentence in the place of the part (`OrAbsent`), written for somebody who reads
 *   the capability table: "Vonage has no verified caller ids." The suite then checks that the adapter agrees.
 * - `sign`, `turn`, `detected`, `announce` and `handshake` make genuine requests as the carrier would send them, signed
 *   with the credentials of the rig, preferably by the carrier's own library.
 * - A test that fails or a capability that is neither shown nor declared absent turns the last test red.
 */
export type OrAbsent<T> = T | string;
export type Later<T> = T | Promise<T>;

/** The carrier's handling of the next request and the call it makes. */
export type Situation =
  | { request: "throttled"; retryAfterSeconds: number }
  | { request: "invalid_number" | "response_lost" | "request_lost" | "server_error" | "silent" }
  | { stays: "queued" | "ringing" | "in_progress" }
  | { ends: Exclude<CarrierOutcome, "canceled" | "invalid_number"> };

/** A carrier's adapter with a server behind it that can be told what to do. */
export interface CarrierRig {
  carrier: Carrier;
  credentials: CarrierCredentials;
  /** Refused by the carrier. */
  wrongCredentials: CarrierCredentials;
  /** The adapter to use with `wrongCredentials`; another one where the secret is the installation's. */
  carrierWithWrongCredentials(): Carrier;
  /** Same adapter, nobody listening. */
  carrierWithoutServer: Carrier;
  /** Well formed, never given to a call. */
  unknownCallId: string;
  prepare(number: string, situation: Situation): Promise<void>;
  /** Why a call whose request was lost is doubtful for ever; absent: the carrier says that there is none. */
  lostRequest?: string;
  /** HTTP requests for a call to this number that reached the carrier, by any credentials. */
  placeRequestsTo(number: string): Promise<number>;
  /** The price of a call that ended `answered`, which may come with a later fetch; a sentence when the carrier never tells. */
  answeredCall: { talkSeconds: number; price: OrAbsent<{ costMinor: number; currency: string }> };
  /** Outcomes that only a callback tells apart. */
  notTellableByFetch: readonly CarrierOutcome[];
  /** States of a living call that a fetch tells apart. */
  statesByFetch: readonly ("queued" | "ringing" | "in_progress")[];
  /** States that callbacks tell of an answered call, in this order. */
  statesByCallback: readonly CarrierCallState[];
  callbacks: CallbackRig;
  instructions: InstructionsRig;
  voices: OrAbsent<VoicesRig>;
  /** The carrier's genuine request in a call's conversation that means this event. */
  turn(carrierCallId: string, event: Exclude<TurnEvent, { kind: "other" }>): Later<OrAbsent<CallbackRequest>>;
  /** The genuine request that tells a result of machine detection; its URL ends in `/status` unless it asks for a turn. */
  detected(carrierCallId: string, answeredBy: Detectable): Later<OrAbsent<CallbackRequest>>;
  inbound: OrAbsent<InboundRig>;
  relay: OrAbsent<RelayRig>;
  recordings: OrAbsent<RecordingsRig>;
  numbers: OrAbsent<NumbersRig>;
  callerIds: OrAbsent<CallerIdsRig>;
  texts: OrAbsent<TextsRig>;
  close(): Promise<void>;
}

export interface CallbackRig {
  /** Base of answer and status URLs: `<base>/<run>/status`. */
  base: string;
  /** Requests that came below `<base>/<run>/`, oldest first. */
  of(runUuid: string): CallbackRequest[];
  /** A request as the carrier signs it, whatever its body says. */
  sign(request: { url: string; body: string }): Later<CallbackRequest>;
  /** Body of a genuine request to the answer URL. */
  answerBody: string;
  /** What names its call in that URL, where the carrier's requests are bound to one; "x" else. */
  answerPath?: string;
  /** Set where the secret is the installation's, whatever secrets an account has besides. */
  signedByInstallation?: true;
  /** Headers without any one of which a request is not genuine; the signature first. */
  signingHeaders: readonly [string, ...string[]];
  /** A genuine request of six minutes ago; a sentence where the signature has no time in it. */
  old(): Later<OrAbsent<CallbackRequest>>;
  /** A sentence where the signature does not cover the URL. */
  urlIsSigned: OrAbsent<true>;
  /** Tells whether the last event of a call names who answered, or a separate event does. */
  answeredByIn: "last_event" | "own_event";
}

export interface InstructionsRig {
  /**
   * Returns what a call does with this document or, where the carrier takes commands, with the commands since the last
   * question. Throws when anything is malformed, or when the call would do more than `CallInstructions` can express.
   */
  follow(carrierCallId: string, document: CarrierDocument): Later<CallInstructions>;
  /** Steps that the carrier cannot take. */
  absent: Partial<Record<NextStep["kind"] | "play_digits" | "play_recordings", string>>;
  /** Fields that the carrier cannot be told, with the reason; left out of every comparison. */
  inexpressible: Partial<Record<InstructionField, string>>;
}

export interface VoicesRig {
  /**
   * Returns what a document, or the commands since the last question, say about the voice, in the carrier's own terms.
   */
  told(carrierCallId: string, document: CarrierDocument): Later<ToldVoice>;
  /** The settings for the carrier's default voice. */
  usual: string;
  /** Voices that it has: how it is told of them for words and, where words can be relayed, for the relay. */
  samples: readonly (ToldVoice & { voice: AgentVoice; language?: string })[];
  /** Voices that it lacks, with a piece of the sentence that says so. English words are then spoken by the usual one. */
  refused: readonly { voice: AgentVoice; language?: string; sentence: RegExp }[];
}

export interface ToldVoice {
  words: string;
  relay?: string;
}

export type InstructionField =
  | "language"
  | "turnUrl"
  | "silenceSeconds"
  | "interruptible"
  | "webSocketUrl"
  | "afterUrl"
  | "askUrl"
  | "conference"
  | "otherCallId"
  | "callerId"
  | "ringTimeoutSeconds"
  | "reason";

export interface InboundRig {
  /** Somebody calls: the genuine announcement, and the carrier's id of the call, which the stand-in now knows. */
  announce(call: { from: string | null; to: string }): Later<{ request: CallbackRequest; carrierCallId: string }>;
}

export interface RelayRig {
  /** The opening request of the WebSocket as the carrier sends it. */
  handshake(url: string): Later<CallbackRequest>;
  /** A sentence where the carrier does not sign it (then only our token in the URL protects it). */
  isSigned: OrAbsent<true>;
}

export interface RecordingsRig {
  /** The content that `openRecording` returns for a recording of an answered call that asked for one. */
  bytes: Buffer;
  contentType: string;
  /** Removes it at the carrier. */
  remove(recordingId: string): Later<void>;
}

export interface NumbersRig {
  /** A search with `limit` 2 that could find twenty numbers. */
  query: NumberQuery;
  /** A search that finds nothing. */
  emptyQuery: NumberQuery;
  /** Sets the result of the next requests about this number. `answer_lost`: rented, then the connection is cut. */
  prepare(phoneNumber: string, fault: "answer_lost" | "taken" | "refused"): Later<void>;
  /** A piece of the sentence with which `refused` is refused. */
  refusal: string;
  /** Returns how many times the account holds the number. */
  timesHeld(phoneNumber: string): Later<number>;
  /** Returns where the carrier would announce a call to the number; a null URL where it cannot be set. */
  inboundOf(number: OwnedNumber): Later<{ [Key in keyof Omit<InboundTarget, "textUrl">]: string | null } | null>;
  /** Returns where the carrier would hand a text to the number over; null: nowhere. */
  textUrlOf(number: OwnedNumber): Later<string | null>;
}

export interface CallerIdsRig {
  /** Somebody's number. */
  phoneNumber: string;
  /** A number whose verification the carrier refuses, and a piece of its sentence. */
  refused: { phoneNumber: string; sentence: string };
  /** The person does their part: types `codeToType` on the phone, or reads the code that the carrier sent and tells it. */
  answer(phoneNumber: string, verification: CallerIdVerification): Later<string>;
}

/** The carrier's handling of the next texts to a number. */
export type TextSituation =
  | { request: "throttled"; retryAfterSeconds: number }
  | { request: "invalid_number" | "opted_out" | "response_lost" | "request_lost" | "server_error" }
  /** As a proxy answers, which may have passed the request on. */
  | { request: "another_form"; status: number }
  | { ends: "delivered" | "failed" | "opted_out" };

export interface TextsRig {
  prepare(number: string, situation: TextSituation): Later<void>;
  /** HTTP requests for a text to this number that reached the carrier, by any credentials. */
  requestsTo(number: string): Later<number>;
  /** Somebody writes: the genuine request to our address. */
  write(text: { from: string; to: string; body: string }, url: string): Later<CallbackRequest>;
  /** A sentence where the carrier lets everything be sent. */
  refusesOptedOut: OrAbsent<true>;
  /** A sentence where the carrier's reports never say that somebody wants no more. */
  reportsOptOut: OrAbsent<true>;
  /** A sentence where a text is never looked up. */
  findsById: OrAbsent<true>;
  /** A sentence where a text whose answer was lost is not found again. */
  findsUnanswered: OrAbsent<true>;
  /** What a delivered text cost, as far as a report or a look says. */
  price: OrAbsent<{ costMinor: number; currency: string }>;
  /** A sentence where the signature does not cover what is reported or written. */
  bodyIsSigned: OrAbsent<true>;
  /** A sentence where nothing stands between us and the carrier. */
  answersInAnotherForm: OrAbsent<true>;
  /** The carrier has answered a STOP itself. */
  answersStop: boolean;
}

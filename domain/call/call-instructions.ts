import type { AgentVoice } from "../agent/agent-voice.ts";
import type { Detection } from "../answerer/answered-by.rules.ts";

/**
 * Types for calls in which the carrier recognizes speech and speaks: no audio passes through this platform. A carrier either relays
 * text over a WebSocket (`relay`) or sends a request after each thing said (`turn_webhook`).
 */

export type ConversationMode = "relay" | "turn_webhook";

/** Text to speak, or the address of a recording of the organization's: MP3 or WAV, which the carrier fetches. */
export type Utterance = string | { play: string };

/** The next actions of a call, in terms common to all carriers: it speaks, then plays digits, then does `next`. */
export interface CallInstructions {
  /** Spoken and played in this order; may be empty. */
  say: readonly Utterance[];
  /** BCP 47; the language of both speech and recognition. */
  language: string;
  /** Used for `say` and for the relay that `next` opens. A carrier without this voice uses its default one. */
  voice?: AgentVoice;
  /** `0-9 * # A-D`, and `w` for half a second. */
  playDigits?: string;
  /**
   * Recording starts with the first instructions of incoming calls, and of carriers that start a recording with
   * instructions. A carrier that was told in the request to dial ignores it.
   */
  record?: boolean;
  next: NextStep;
}

export type NextStep =
  | { kind: "hang_up" }
  /** Speech and pressed keys come to `turnUrl`, and so does silence. */
  | { kind: "listen"; turnUrl: string; silenceSeconds: number; interruptible: boolean }
  /** Text passes over the WebSocket until one side ends it; then the carrier asks at `afterUrl`. */
  | { kind: "relay"; webSocketUrl: string; afterUrl: string; interruptible: boolean }
  /** The carrier connects the person to another number and reports the result at `afterUrl`. */
  | { kind: "transfer"; to: string; callerId: string; ringTimeoutSeconds: number; afterUrl: string }
  /** The caller waits; after this time the carrier asks again, which counts as silence. */
  | { kind: "hold"; askUrl: string; seconds: number }
  /**
   * The call comes into a conference of two, which its first call waits in and any of them ends for both. Then the carrier asks at
   * `afterUrl`, as after a transfer. `otherCallId`: the carrier's id of the call that waits there; null: this one waits.
   */
  | { kind: "join"; conference: string; otherCallId: string | null; afterUrl: string }
  /** For an inbound call that is not taken. With text in `say` it is answered, spoken to and ended. */
  | { kind: "reject"; reason: "busy" | "unavailable" };

/** The answer to an HTTP request from the carrier. */
export interface CarrierDocument {
  contentType: string;
  body: string;
}

/** The event that a verified request for instructions reports. */
export type TurnEvent =
  /** The call was answered (or has come in) and waits for instructions. */
  | { kind: "begin"; answeredBy: Detection | null }
  | { kind: "speech"; text: string /** 0–1 */; confidence: number | null }
  | { kind: "digits"; digits: string }
  | { kind: "silence" }
  | { kind: "relay_ended" }
  | { kind: "transfer_ended"; outcome: "answered" | "busy" | "no_answer" | "failed" }
  /** The request is genuine, but the conversation does not need it. */
  | { kind: "other" };

export interface CarrierTurn {
  carrierCallId: string;
  event: TurnEvent;
}

export type VerifiedTurn = { ok: true; turn: CarrierTurn } | { ok: false; reason: string };

/** An incoming call as the carrier announces it. */
export interface InboundCall {
  carrierCallId: string;
  /** E.164 with `+`, or null when the caller withholds it. */
  from: string | null;
  /** E.164 with `+`. */
  to: string;
  startedAt: Date | null;
  /** Set where the carrier may announce one call under several ids: the same text for each of them. */
  repeatedAs?: string;
}

export type VerifiedInboundCall = { ok: true; call: InboundCall } | { ok: false; reason: string };

import type { AgentVoice } from "../agent/agent-voice.ts";

/**
 * How a call is talked on through a carrier's own speech recognition and voices: no audio passes through here. A carrier
 * either relays words over a WebSocket (`relay`) or asks after each thing said (`turn_webhook`).
 */

export type AnsweredBy = "human" | "machine" | "fax" | "unknown";

export type ConversationMode = "relay" | "turn_webhook";

/** Words to speak, or the address of a recording of the organization's to play: MP3 or WAV, which the carrier fetches. */
export type Utterance = string | { play: string };

/** What a call does next, in words common to all carriers: first it speaks, then it plays digits, then `next`. */
export interface CallInstructions {
  /** Spoken and played in this order; may be empty. */
  say: readonly Utterance[];
  /** BCP 47, of what is said and of what is heard. */
  language: string;
  /** Speaks what is said, here and over the relay that `next` opens; a voice that the carrier lacks is its usual one. */
  voice?: AgentVoice;
  /** `0-9 * # A-D`, and `w` for half a second. */
  playDigits?: string;
  /**
   * Set in the first instructions of a call that is recorded, for calls that came in and for carriers that start a
   * recording with instructions. One that learnt it with the request to dial takes no notice.
   */
  record?: boolean;
  next: NextStep;
}

export type NextStep =
  | { kind: "hang_up" }
  /** What the person says or presses comes to `turnUrl`, and so does their silence. */
  | { kind: "listen"; turnUrl: string; silenceSeconds: number; interruptible: boolean }
  /** Words pass over the WebSocket until one side ends it; then the carrier asks at `afterUrl`. */
  | { kind: "relay"; webSocketUrl: string; afterUrl: string; interruptible: boolean }
  /** The carrier connects the person to somebody else and tells at `afterUrl` what became of it. */
  | { kind: "transfer"; to: string; callerId: string; ringTimeoutSeconds: number; afterUrl: string }
  /** For an inbound call that is not taken. With words in `say` it is answered, spoken to and ended. */
  | { kind: "reject"; reason: "busy" | "unavailable" };

/** What an HTTP request of the carrier's is answered with. */
export interface CarrierDocument {
  contentType: string;
  body: string;
}

/** What a verified request for instructions says has happened. */
export type TurnEvent =
  /** The call was answered (or has come in) and waits for instructions. */
  | { kind: "begin"; answeredBy: "human" | "machine" | "fax" | "unknown" | null }
  | { kind: "speech"; text: string /** 0–1 */; confidence: number | null }
  | { kind: "digits"; digits: string }
  | { kind: "silence" }
  | { kind: "relay_ended" }
  | { kind: "transfer_ended"; outcome: "answered" | "busy" | "no_answer" | "failed" }
  /** Genuine, and nothing that the conversation needs to hear. */
  | { kind: "other" };

export interface CarrierTurn {
  carrierCallId: string;
  event: TurnEvent;
}

export type VerifiedTurn = { ok: true; turn: CarrierTurn } | { ok: false; reason: string };

/** A call that comes in, as the carrier announces it. */
export interface InboundCall {
  carrierCallId: string;
  /** E.164 with `+`, or null when the caller withholds it. */
  from: string | null;
  /** E.164 with `+`. */
  to: string;
  startedAt: Date | null;
}

export type VerifiedInboundCall = { ok: true; call: InboundCall } | { ok: false; reason: string };

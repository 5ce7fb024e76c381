/**
 * The mouth and ears of a conversation: what a driver (text, relay, turn webhook) does for the engine. Calls come in
 * the order in which they are to happen; each turn ends with exactly one of `listen`, `transfer` and `end`.
 */
export interface TurnSession {
  /** Says one sentence after those before. Resolves when it is handed over, not when it is spoken. */
  say(sentence: SpokenSentence): Promise<void> | void;
  /** A moment of silence before what follows; a driver without time leaves it out. */
  pause(durationMs: number): Promise<void> | void;
  /** `0-9 * # A-D`, and `w` for half a second. */
  playDigits(digits: string): Promise<void> | void;
  /** Nothing more is said: the person has the word. */
  listen(listening: Listening): Promise<void> | void;
  /** Stops what is being spoken, and drops what is not spoken yet. */
  interrupt(): Promise<void> | void;
  /** Connects the person to somebody else; what became of it comes back by `transferEnded`. */
  transfer(transfer: Transfer): Promise<void> | void;
  /** What was said is still spoken; then the call or session is over. */
  end(end: { reason: EndReason }): Promise<void> | void;
}

export interface SpokenSentence {
  text: string;
  /** Whether the person may speak over it. */
  interruptible: boolean;
}

export interface Listening {
  /** After so long without a word the driver tells of silence. */
  silenceSeconds: number;
  interruptible: boolean;
}

export interface Transfer {
  /** E.164 with `+`, or a SIP URI. */
  to: string;
  ringTimeoutSeconds: number;
}

/** Why a conversation ended; the disposition of a run whose agent concludes nothing else. */
export type EndReason =
  | "agent_hangup"
  | "user_hangup"
  | "voicemail_detected"
  | "voicemail_left"
  | "fax_detected"
  | "call_transferred"
  | "call_duration_exceeded"
  | "user_idle"
  | "inactivity"
  | "ended_by_request"
  | "model_failed"
  | "too_many_steps"
  | "interrupted_by_restart";

/** What a turn came to, in order: the same again for whoever asks again. */
export interface TurnOutcome {
  said: SpokenSentence[];
  digits?: string;
  next: TurnEnd;
}

export type TurnEnd =
  | ({ kind: "listen" } & Listening)
  | ({ kind: "transfer" } & Transfer)
  | { kind: "end"; reason: EndReason };

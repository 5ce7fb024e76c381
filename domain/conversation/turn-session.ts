import { z } from "zod";

/**
 * The mouth and ears of a conversation: what a driver (text, relay, turn webhook) does for the engine. Calls come in
 * the order in which they are to happen; each turn ends with exactly one of `listen`, `transfer` and `end`.
 */
export interface TurnSession {
  /** Says one sentence after those before. Resolves when it is handed over, not when it is spoken. */
  say(sentence: SpokenSentence): Promise<void> | void;
  /** So much of the sentence that comes next is written by now; of sessions that show words before a sentence is whole. */
  form?(sentence: string): void;
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
  /** The address of a recording that says it, in place of the carrier's voice. */
  play?: string;
  /** How long that recording sounds; null: that is not known. */
  playMs?: number | null;
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
const END_REASONS = [
  "agent_hangup",
  "user_hangup",
  "voicemail_detected",
  "voicemail_left",
  "fax_detected",
  "call_transferred",
  "call_duration_exceeded",
  "user_idle",
  "inactivity",
  "ended_by_request",
  "model_failed",
] as const;
export type EndReason = (typeof END_REASONS)[number];

/** As a row has it. Of a conversation without a reason it is not known who ended it. */
export const asEndReason = (text: string | null): EndReason =>
  END_REASONS.find((reason) => reason === text) ?? "ended_by_request";

const outcomeSchema = z.object({
  said: z.array(z.object({ text: z.string(), interruptible: z.boolean(), recordingId: z.string().exactOptional() })),
  next: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("listen"), silenceSeconds: z.number(), interruptible: z.boolean() }),
    z.object({ kind: z.literal("transfer"), to: z.string(), ringTimeoutSeconds: z.number() }),
    z.object({ kind: z.literal("end"), reason: z.enum(END_REASONS) }),
  ]),
});

/** What a turn came to, in order: the same again for whoever asks again. */
export type TurnOutcome = z.output<typeof outcomeSchema>;
export type TurnEnd = TurnOutcome["next"];
/** A sentence as it is kept: a recording by its id, as its address does not last. */
export type SaidSentence = TurnOutcome["said"][number];

/** As a row has it; null when there is none. */
export const readOutcome = (stored: unknown): TurnOutcome | null => outcomeSchema.safeParse(stored).data ?? null;

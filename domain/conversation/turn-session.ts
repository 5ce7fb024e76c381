import { z } from "zod";

/**
 * The output of a conversation, which each driver (text, relay, turn webhook) implements. The engine calls its methods in the order
 * in which they are to happen; each turn ends with exactly one of `listen`, `transfer` and `end`.
 */
export interface TurnSession {
  /** The other end hears and speaks, and tells by `sounded` of the conversation how long that took. */
  isMeasured?: boolean;
  /** What follows is of the turn of this key; for drivers whose other end compares what it has received. */
  speaks?(turn: { key: string }): void;
  /** Says one sentence after those before. Resolves when it is handed over, not when it is spoken. */
  say(sentence: SpokenSentence): Promise<void> | void;
  /** Shows the beginning of the next sentence; for sessions that show text before a sentence is complete. */
  form?(sentence: string): void;
  /** Plays the recording at this address again and again, once nothing is being said, until null or the next words; absent: it cannot. */
  playMusic?(url: string | null): void;
  /** Pauses before what follows; a driver without time ignores it. */
  pause(durationMs: number): Promise<void> | void;
  /** `0-9 * # A-D`, and `w` for half a second. */
  playDigits(digits: string): Promise<void> | void;
  /** Ends the speech of the turn: the person may speak. */
  listen(listening: Listening): Promise<void> | void;
  /** Stops the speech and drops what is not spoken yet. */
  interrupt(): Promise<void> | void;
  /** Connects the person to another number; the result comes back by `transferEnded`. */
  transfer(transfer: Transfer): Promise<void> | void;
  /** The person takes the caller of a warm transfer: both are connected, and the agent leaves. */
  join?(): Promise<void> | void;
  /** Ends the call or session after the last words are spoken. */
  end(end: { reason: EndReason }): Promise<void> | void;
}

export interface SpokenSentence {
  text: string;
  /** True when the person may speak over it. */
  interruptible: boolean;
  /** The address of a recording that is played in place of the carrier's voice. */
  play?: string;
  /** The length of that recording; null: unknown. */
  playMs?: number | null;
}

export interface Listening {
  /** After this silence the driver reports it. */
  silenceSeconds: number;
  interruptible: boolean;
}

export interface Transfer {
  /** E.164 with `+`, or a SIP URI. */
  to: string;
  ringTimeoutSeconds: number;
  /** Set for a warm transfer: the caller is on hold until it is decided. */
  transferUuid?: string;
}

/** Why a conversation ended; also the disposition of a run whose agent concludes none. */
const END_REASONS = [
  "agent_hangup",
  "user_hangup",
  "voicemail_detected",
  "voicemail_left",
  "fax_detected",
  "screened",
  "number_unavailable",
  "call_transferred",
  "call_duration_exceeded",
  "user_idle",
  "inactivity",
  "ended_by_request",
  "model_failed",
  "voice_lost",
  "no_conversation",
] as const;
export type EndReason = (typeof END_REASONS)[number];

/** Reads a stored end reason. Without one it is not known who ended the conversation. */
export const asEndReason = (text: string | null): EndReason =>
  END_REASONS.find((reason) => reason === text) ?? "ended_by_request";

const outcomeSchema = z.object({
  said: z.array(z.object({ text: z.string(), interruptible: z.boolean(), recordingId: z.string().exactOptional() })),
  next: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("listen"), silenceSeconds: z.number(), interruptible: z.boolean() }),
    z.object({
      kind: z.literal("transfer"),
      to: z.string(),
      ringTimeoutSeconds: z.number(),
      transferUuid: z.string().exactOptional(),
    }),
    z.object({ kind: z.literal("join"), conference: z.string() }),
    z.object({ kind: z.literal("end"), reason: z.enum(END_REASONS) }),
  ]),
});

/** The outcome of a turn, in order; a repeat gets the same. */
export type TurnOutcome = z.output<typeof outcomeSchema>;
export type TurnEnd = TurnOutcome["next"];
/** A sentence as it is stored: a recording by its id, because its address expires. */
export type SaidSentence = TurnOutcome["said"][number];

/** Reads a stored outcome; null when there is none. */
export const readOutcome = (stored: unknown): TurnOutcome | null => outcomeSchema.safeParse(stored).data ?? null;

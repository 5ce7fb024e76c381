import type { AnsweredBy } from "../call/call-instructions.ts";
import type { SpokenOver } from "./conversation.ports.ts";
import type { TransferResult } from "./turn-input.ts";
import type { EndReason, TurnOutcome } from "./turn-session.ts";

/**
 * One run's conversation as its driver sees it; the words are rows, so any process can go on with it. Turns of one
 * conversation happen one after another. Each method ends with `listen`, `transfer` or `end` of the session, and gives
 * the same that the session was told.
 *
 * `turnKey` names what brought a turn about (`begin`, `turn-3`, an `Idempotency-Key`): a second call with the same key
 * says the same into its session and changes nothing, also on another process, also while the first one is under way.
 */
export interface Conversation {
  readonly facts: ConversationFacts;
  /** The call was answered, or the session opened: greeting, voicemail or fax behaviour. A repeat is `begin` again. */
  begin(beginning: { turnKey: string; answeredBy: AnsweredBy | null }): Promise<TurnReport>;
  /** The person spoke, pressed keys, or said nothing for the time that `listen` named. */
  hear(heard: Heard & HearOptions): Promise<TurnReport>;
  /** The person spoke over the agent and heard only so much of what was said since they last spoke; stops the reply. */
  interrupted(interruption: { heard: string }): Promise<void>;
  /** A call that was taken for a person's is a machine's: what the agent does on a voicemail. */
  machineDetected(detection: { turnKey: string }): Promise<TurnReport>;
  /** Something that the agent waited for has been settled: it says what it makes of it. */
  hearNews(news: { turnKey: string }): Promise<TurnReport>;
  /** What became of `transfer`. */
  transferEnded(transfer: { turnKey: string; outcome: TransferResult }): Promise<TurnReport>;
  /** The longest duration is reached: a last sentence, and the end. */
  timeIsUp(time: { turnKey: string }): Promise<TurnReport>;
  /** The person hung up or closed the session: nothing more is said. A conversation that has ended stays as it ended. */
  personLeft(): Promise<void>;
  /** Ends it from outside, without a word; gives the reason that holds, or `stale`. */
  stop(end: { reason: EndReason; expectedRevision?: number | undefined }): Promise<TurnReport>;
}

interface HearOptions {
  turnKey: string;
  expectedRevision?: number | undefined;
  /** Given by drivers that hand a reply over in parts: the turn that the person spoke over, and how much of it was handed over. */
  spokenOver?: SpokenOver | undefined;
}

export type Heard = { kind: "speech"; text: string } | { kind: "digits"; digits: string } | { kind: "silence" };

export interface ConversationFacts {
  runId: number;
  runUuid: string;
  organizationId: number;
  agentId: number;
  /** BCP 47. */
  language: string;
  /** When `timeIsUp` is due. */
  endsAt: Date;
  /** Whether it had ended when it was opened. */
  isOver: boolean;
}

export type TurnReport =
  | { kind: "done"; turnUuid: string; repeated: boolean; outcome: TurnOutcome }
  /** The person spoke on, or left, or another process took over: nothing of this turn is to be done any more. */
  | { kind: "superseded" }
  /** The conversation is over; the session was told to end. */
  | { kind: "over"; reason: EndReason }
  /** `expectedRevision` is not the conversation's; nothing happened. */
  | { kind: "stale"; revision: number };

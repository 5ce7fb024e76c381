import type { Detection } from "../answerer/answered-by.rules.ts";
import type { SoundOfTurn, SpokenOver } from "./conversation.ports.ts";
import type { TransferResult } from "./turn-input.ts";
import type { EndReason, TurnOutcome } from "./turn-session.ts";

/**
 * One run's conversation as its driver sees it. Its state is in rows, so any process can continue it. The turns of one
 * conversation run one after another. Each method ends with `listen`, `transfer` or `end` of the session, and returns
 * the same that the session was told.
 *
 * `turnKey` identifies the input of a turn (`begin`, `turn-3`, an `Idempotency-Key`): a second call with the same key
 * says the same into its session and changes nothing, also in another process, also while the first one is in progress.
 */
export interface Conversation {
  readonly facts: ConversationFacts;
  /**
   * The call was answered, or the session opened: greeting, voicemail or fax behaviour. A repeat is `begin` again. `resumes`: the
   * key of a turn that was not done when the line came back; it is said again where it is done meanwhile, and made anew otherwise.
   */
  begin(beginning: Beginning): Promise<TurnReport>;
  /** The person spoke, pressed keys, or said nothing for the time that `listen` named. */
  hear(heard: Heard & HearOptions): Promise<TurnReport>;
  /**
   * The person spoke over the agent; `heard` is the part that they heard of what was said since they last spoke. Stops
   * the reply.
   */
  interrupted(interruption: { heard: string }): Promise<void>;
  /** A call that seemed to be answered by a person was answered by a machine: starts the voicemail behaviour. */
  machineDetected(detection: { turnKey: string }): Promise<TurnReport>;
  /**
   * Whoever has answered still speaks, and so much of it tells who they are: it is noted, and what does not wait for the end of it
   * is done now.
   */
  answererSpeaks(words: { turnKey: string; text: string; spokenMs: number }): Promise<TurnReport>;
  /** Something that the agent waited for is settled: the agent continues with it. */
  hearNews(news: { turnKey: string }): Promise<TurnReport>;
  /** The result of `transfer` has arrived. */
  transferEnded(transfer: { turnKey: string; outcome: TransferResult }): Promise<TurnReport>;
  /** The longest duration is reached: says a last sentence and ends. */
  timeIsUp(time: { turnKey: string }): Promise<TurnReport>;
  /** A turn was heard and spoken elsewhere, by which it took so long; absent: nobody keeps it. */
  sounded?(sound: SoundOfTurn): Promise<void>;
  /** The connection has ended: this process hears nothing more of its turns. */
  letGo?(): void;
  /** Somebody takes the call over: breaks off the turn in progress. What was handed over of it may still be said. */
  fallSilent(): Promise<void>;
  /**
   * Somebody who has taken the call over has this said to the person; nothing is said where they have not, or no longer. `isSpoken`: they
   * have said it themselves, and it is kept.
   */
  supervisorSays(words: { turnKey: string; text: string; isSpoken?: boolean | undefined }): Promise<TurnReport>;
  /** Whoever had taken the call over has let go of it: the agent tells the person, and goes on. */
  handedBack(news: { turnKey: string }): Promise<TurnReport>;
  /** The person hung up or closed the session: nothing more is said. A conversation that has ended stays as it ended. */
  personLeft(): Promise<void>;
  /** Ends the conversation from outside, without a word; returns the end reason in force, or `stale`. */
  stop(end: { reason: EndReason; expectedRevision?: number | undefined }): Promise<TurnReport>;
}

interface Beginning {
  turnKey: string;
  answeredBy: Detection | null;
  resumes?: string | undefined;
}

interface HearOptions {
  turnKey: string;
  expectedRevision?: number | undefined;
  /**
   * Given by drivers that hand a reply over in parts: the turn that the person spoke over, and how much of it was
   * handed over.
   */
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
  /** True when it had ended before it was opened. */
  isOver: boolean;
}

export type TurnReport =
  | { kind: "done"; turnUuid: string; repeated: boolean; outcome: TurnOutcome }
  /** The person spoke on or left, or another process took over: the turn must do nothing more. */
  | { kind: "superseded" }
  /** The conversation is over; the session was told to end. */
  | { kind: "over"; reason: EndReason }
  /** `expectedRevision` is not the conversation's; nothing happened. */
  | { kind: "stale"; revision: number };

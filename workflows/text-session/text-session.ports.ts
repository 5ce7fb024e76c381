import type { AfterConversationStep } from "../after-conversation.ports.ts";
import type { TextSessionInput } from "./text-session.contract.ts";

/** What a session in text needs done outside; each may run twice and does its work once. */
export interface TextSessionActivities {
  /** Looks whether the session is over: ended, or without a message for too long, which ends it. `end`: ends it now. */
  lookAfterSession(input: TextSessionInput & { end: boolean }): Promise<SessionCheck>;
  /** Draws variables and disposition from what was said. */
  concludeSession(input: TextSessionInput): Promise<void>;
  /** Writes the end: the run and the timeline. */
  settleSession(input: TextSessionInput): Promise<SettledSession>;
  /** Writes the words down as files. */
  writeTranscript(input: TextSessionInput): Promise<unknown>;
}

export interface SettledSession {
  state: string;
  /** What its agent's nodes ask for now; absent: nothing. */
  after?: readonly AfterConversationStep[];
}

export interface SessionCheck {
  isOver: boolean;
  /** Until it is over for inactivity, when nobody writes. */
  secondsLeft: number;
}

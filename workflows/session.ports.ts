import type { AfterConversationStep } from "./after-conversation.ports.ts";
import type { SessionAddress } from "./session.contract.ts";

/** What every session needs done outside when it is over; each may run twice and does its work once. */
export interface SessionActivities {
  /** Draws variables and disposition from what was said. */
  concludeSession(session: SessionAddress): Promise<void>;
  /** Writes the end: the run and the timeline. */
  settleSession(session: SessionAddress): Promise<SettledSession>;
  /** Writes the words down as files. */
  writeTranscript(session: SessionAddress): Promise<unknown>;
}

export interface SettledSession {
  state: string;
  /** What its agent's nodes ask for now; absent: nothing. */
  after?: readonly AfterConversationStep[];
}

export interface SessionCheck {
  isOver: boolean;
  /** Until the next look, when nobody does anything. */
  secondsLeft: number;
}

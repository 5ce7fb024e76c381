import type { AfterConversationStep } from "./after-conversation.ports.ts";
import type { SessionAddress } from "./session.contract.ts";

/** The activities for the end of every session; each may run twice and does its work once. */
export interface SessionActivities {
  /** Extracts variables and the disposition from the conversation. */
  concludeSession(session: SessionAddress): Promise<void>;
  /** Writes the end: the run and the timeline. */
  settleSession(session: SessionAddress): Promise<SettledSession>;
  /** Writes the transcript files. */
  writeTranscript(session: SessionAddress): Promise<unknown>;
}

export interface SettledSession {
  state: string;
  /** The steps of the agent's nodes; absent: there are none. */
  after?: readonly AfterConversationStep[];
}

export interface SessionCheck {
  isOver: boolean;
  /** Time until the next look, if nothing happens. */
  secondsLeft: number;
}

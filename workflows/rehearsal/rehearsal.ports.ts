import type { RehearsalCounts, RehearsalState } from "../../domain/rehearsal/rehearsal.rules.ts";
import type { RehearsalInput } from "./rehearsal.contract.ts";

/** What the rows say of a rehearsal, with the next conversations that have no result yet. */
export interface RehearsalReading {
  state: RehearsalState;
  counts: RehearsalCounts;
  next: number[];
}

/** The activities of rehearsals. Each may run twice and does its work once. */
export interface RehearsalActivities {
  /** Null: there is no such rehearsal any more. */
  readRehearsal(input: RehearsalInput & { limit: number }): Promise<RehearsalReading | null>;
  /** Writes the state; a canceled rehearsal's conversations without a result are canceled too. Returns the state in force. */
  writeRehearsalState(input: RehearsalInput & { state: RehearsalState }): Promise<RehearsalState>;
  /** Ends a conversation that could not be played in all its tries. */
  failConversation(input: RehearsalInput & { conversationId: number }): Promise<void>;
}

export interface PlayActivities {
  /** Plays one conversation and keeps its result, once; one that has a result is left as it is. */
  playConversation(
    input: RehearsalInput & { conversationId: number },
  ): Promise<"green" | "red" | "failed" | "canceled">;
}

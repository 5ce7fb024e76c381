import type { SessionAddress } from "../session.contract.ts";
import type { SessionCheck } from "../session.ports.ts";

/** What a media process does. */
export interface VoiceActivities {
  /**
   * Waits in the room of a web call for its person, speaks and hears in it, and ends when the conversation has ended or the
   * person has left. It may be begun anew, there or in another media process: the conversation then goes on.
   */
  carryVoice(call: SessionAddress): Promise<void>;
}

/** What only a conversation in the browser needs done outside; it may run twice and does its work once. */
export interface WebCallActivities {
  /**
   * Looks whether the web call is over: nobody has joined it in time, the page has been away for too long, or it has
   * lasted as long as it may; each of these ends it. `end`: ends it now.
   */
  lookAfterWebCall(input: SessionAddress & { end: boolean }): Promise<SessionCheck>;
}

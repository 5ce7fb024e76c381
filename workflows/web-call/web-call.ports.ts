import type { SessionAddress } from "../session.contract.ts";
import type { SessionCheck } from "../session.ports.ts";

/** The activity of a media process. */
export interface VoiceActivities {
  /**
   * Waits in the room of a web call for its person, speaks and listens there, and ends when the conversation has ended
   * or the person has left. It may be restarted, there or in another media process: the conversation then continues.
   */
  carryVoice(call: SessionAddress): Promise<void>;
}

/** The activity of conversations in the browser; it may run twice and does its work once. */
export interface WebCallActivities {
  /**
   * Checks whether the web call is over: nobody has joined in time, the page has been away for too long, or its time
   * limit has passed; each of these ends it. `end`: ends it now.
   */
  lookAfterWebCall(input: SessionAddress & { end: boolean }): Promise<SessionCheck>;
}

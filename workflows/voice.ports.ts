import type { SessionAddress } from "./session.contract.ts";

/** The activity of a media process. */
export interface VoiceActivities {
  /**
   * Waits in the room of a call for its person, speaks and listens there, and ends when the conversation has ended or
   * the person has left. It may be restarted, there or in another media process: the conversation then continues.
   */
  carryVoice(call: SessionAddress): Promise<void>;
}

import type { SessionAddress } from "../session.contract.ts";
import type { SessionCheck } from "../session.ports.ts";

/** The activity of web calls; it may run twice and does its work once. */
export interface WebCallActivities {
  /**
   * Checks whether the web call is over: nobody has joined in time, the page has been away for too long, or its time
   * limit has passed; each of these ends it. `end`: ends it now.
   */
  lookAfterWebCall(input: SessionAddress & { end: boolean }): Promise<SessionCheck>;
}

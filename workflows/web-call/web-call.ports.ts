import type { SessionAddress } from "../session.contract.ts";
import type { SessionCheck } from "../session.ports.ts";

/** What only a conversation in the browser needs done outside; it may run twice and does its work once. */
export interface WebCallActivities {
  /**
   * Looks whether the web call is over: nobody has joined it in time, the page has been away for too long, or it has
   * lasted as long as it may; each of these ends it. `end`: ends it now.
   */
  lookAfterWebCall(input: SessionAddress & { end: boolean }): Promise<SessionCheck>;
}

import type { SessionCheck } from "../session.ports.ts";
import type { TextSessionInput } from "./text-session.contract.ts";

/** The activity of text sessions; it may run twice and does its work once. */
export interface TextSessionActivities {
  /** Checks whether the session is over; one without a message for too long is ended. `end`: ends it now. */
  lookAfterSession(input: TextSessionInput & { end: boolean }): Promise<SessionCheck>;
}

import type { SessionCheck } from "../session.ports.ts";
import type { TextSessionInput } from "./text-session.contract.ts";

/** What only a session in text needs done outside; it may run twice and does its work once. */
export interface TextSessionActivities {
  /** Looks whether the session is over: ended, or without a message for too long, which ends it. `end`: ends it now. */
  lookAfterSession(input: TextSessionInput & { end: boolean }): Promise<SessionCheck>;
}

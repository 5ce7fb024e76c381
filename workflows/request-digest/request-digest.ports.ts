import type { RequestDigestInput } from "./request-digest.contract.ts";

/** On `FOLLOW_UP_QUEUE`. */
export interface RequestDigestActivities {
  /**
   * Mails each member who may be mailed now what waits for them. Run twice it mails nobody twice within ten minutes.
   * Returns when the next mail may go out; null when none waits.
   */
  sendRequestDigests(input: RequestDigestInput): Promise<{ nextInSeconds: number | null }>;
}

import type { RequestDigestInput } from "./request-digest.contract.ts";

/** On `FOLLOW_UP_QUEUE`. */
export interface RequestDigestActivities {
  /**
   * Mails every member whose interval allows it about the requests that wait for them. Running twice, it mails nobody
   * twice within ten minutes. Returns when the next mail may be sent; null when none waits.
   */
  sendRequestDigests(input: RequestDigestInput): Promise<{ nextInSeconds: number | null }>;
}

import type { FirstDecision } from "../call-run/call-run.contract.ts";
import type { NumberVerificationInput, VerificationState } from "./number-verification.contract.ts";

export type OpenedVerification =
  /** A call of ours reads a code: this run. */
  | { kind: "call"; runUuid: string; agentId: number; environment: string }
  /** The carrier verifies by itself. */
  | { kind: "carrier" }
  | { kind: "over" };

/** How a verification stands by its row; `secondsLeft` is 0 when it is over. */
export interface VerificationStanding {
  state: VerificationState;
  secondsLeft: number;
  /** Somebody is being called for it at this moment. */
  isCalling: boolean;
}

/** What a verification needs done outside; each may run twice. */
export interface NumberVerificationActivities {
  openVerification(input: NumberVerificationInput): Promise<OpenedVerification>;
  /** Waits until the run's admission has decided; a no ends the verification. */
  hearDecision(input: NumberVerificationInput & { runUuid: string }): Promise<FirstDecision>;
  /** Asks the carrier to verify the number, at most once, unless it is on the do-not-call list. */
  askCarrierToVerify(input: NumberVerificationInput): Promise<FirstDecision>;
  /**
   * Ends what is expired, by the database's clock, what is canceled, and what nobody answered; otherwise tells how it
   * stands. Once the call is over, the code is kept only as a hash.
   */
  concludeVerification(input: NumberVerificationInput & { canceled: boolean }): Promise<VerificationStanding>;
}

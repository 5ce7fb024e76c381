import type { FirstDecision } from "../../domain/call/first-decision.rules.ts";
import type { NumberVerificationInput, VerificationState } from "./number-verification.contract.ts";

export type OpenedVerification =
  /** A call of ours reads a code: this run. */
  | { kind: "call"; runUuid: string; agentId: number; environment: string }
  /** The carrier verifies the number itself. */
  | { kind: "carrier" }
  | { kind: "over" };

/** The state of a verification by its row; `secondsLeft` is 0 when it is over. */
export interface VerificationStanding {
  state: VerificationState;
  secondsLeft: number;
  /** A call for it is in progress. */
  isCalling: boolean;
}

/** The activities of a verification; each may run twice. */
export interface NumberVerificationActivities {
  openVerification(input: NumberVerificationInput): Promise<OpenedVerification>;
  /** Waits for the decision of the run's admission; a refusal ends the verification. */
  hearDecision(input: NumberVerificationInput & { runUuid: string }): Promise<FirstDecision>;
  /** Asks the carrier to verify the number, at most once, unless it is on the do-not-call list. */
  askCarrierToVerify(input: NumberVerificationInput): Promise<FirstDecision>;
  /**
   * Ends an expired verification, by the database's clock, a canceled one, and one whose call nobody answered;
   * otherwise returns its state. After the call the code is kept only as a hash.
   */
  concludeVerification(input: NumberVerificationInput & { canceled: boolean }): Promise<VerificationStanding>;
}

import type { NumberReleaseInput, ReleaseOutcome } from "./number-release.contract.ts";

/** What a release needs done outside; it may run twice. */
export interface NumberReleaseActivities {
  /** Releases the number and writes that down. Throws while the carrier cannot be asked. */
  releaseNumber(input: NumberReleaseInput): Promise<ReleaseOutcome>;
}

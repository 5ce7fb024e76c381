import type { NumberReleaseInput, ReleaseOutcome } from "./number-release.contract.ts";

/** The activity of a release; it may run twice. */
export interface NumberReleaseActivities {
  /** Releases the number and stores that. Throws while the carrier cannot be asked. */
  releaseNumber(input: NumberReleaseInput): Promise<ReleaseOutcome>;
}

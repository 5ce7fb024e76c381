import type { ErasureStep } from "../../domain/privacy/erasure.rules.ts";
import type { PersonErasureInput } from "./person-erasure.contract.ts";

/** What a step has still to wait for: calls that end, documents that go. */
export interface StepResult {
  left: number;
  /** What came meanwhile needs the steps from this one on once more. */
  again?: ErasureStep;
}

/** The steps of an erasure. Each may run twice: the second finds what the first has left. */
export interface PersonErasureActivities {
  /** Does a step, or as much of it as can be done now. */
  eraseStep(input: PersonErasureInput & { step: ErasureStep }): Promise<StepResult>;
}

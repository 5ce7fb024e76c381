import type { JourneyInput } from "./journey.contract.ts";

/** `done`: nobody waits, or the campaign does not go on now; the next step that is due starts another workflow. */
export type JourneyRound = { next: "done" } | { next: "again" } | { next: "wait"; untilMs: number };

export interface JourneyActivities {
  /**
   * Carries out the steps of a campaign that are due, until none is or some time has passed. Each is done at most once, however often
   * this runs: what asks somebody outside is written down before, and is not asked twice.
   */
  workOnJourney(input: JourneyInput): Promise<JourneyRound>;
}

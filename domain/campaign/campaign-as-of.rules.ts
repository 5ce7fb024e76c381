import type { CampaignState } from "./campaign-states.rules.ts";
import type { ContactState } from "./contact-states.rules.ts";
import type { KeptCounts } from "./progress-figures.rules.ts";

/*
 * What was true of a campaign at an instant. Each change of its figures and contacts, of its state, and of what is known of its calls
 * is a step with the instant at which it held the row of the figures. What was true at an instant follows from the steps up to it,
 * the instant included; a transaction that had not reached that row has changed nothing yet.
 */

/** The newest step up to an instant. */
export interface StepAtInstant extends KeptCounts {
  /** How many of its revisions have a step. */
  kept_revision: number;
  /** Null: no step has changed it, so it is a draft. */
  campaign_state: CampaignState | null;
}

interface Surroundings {
  /** Null: nothing had changed yet. */
  step: StepAtInstant | null;
  /** Of the first step after the instant; null: there is none. */
  nextRevision: number | null;
  /** That the figures have now. */
  revision: number;
}

/**
 * Tells whether every change up to the instant has a step. Releases before steps were kept have left none: of a campaign that one of
 * them changed it is not known what was true at an instant.
 */
export const isPastKept = ({ step, nextRevision, revision }: Surroundings): boolean => {
  const reached = step?.revision ?? 0;
  if (step !== null && step.kept_revision !== step.revision) return false;
  return nextRevision === null ? revision === reached : nextRevision <= reached + 1;
};

export const stateAt = (step: StepAtInstant | null): CampaignState => step?.campaign_state ?? "draft";

/** A change of one contact, in the order of the steps. */
export interface ContactChange {
  /** Null: its state stayed as it was. */
  state: "pending" | "in_flight" | "waiting_retry" | "finished" | "suppressed" | null;
  outcome: string | null;
  hasAnswered: boolean | null;
  dueAt: Date | null;
  /** A carrier took a call to it. */
  isAccepted: boolean;
}

interface ContactAtInstant {
  state: ContactState;
  attempts: number;
  last_outcome: string | null;
  next_attempt_at: Date | null;
}

/** Returns what a contact was after these changes, the first of which found it waiting for its first call. */
export const foldContact = (changes: readonly ContactChange[]): ContactAtInstant => {
  const moved = changes.findLast(({ state }) => state !== null);
  const state = moved?.state ?? "pending";
  const answered = changes.some(({ hasAnswered }) => hasAnswered === true);
  return {
    state: state === "finished" ? (answered ? "answered" : "unreached") : state,
    attempts: changes.filter(({ isAccepted }) => isAccepted).length,
    last_outcome: changes.findLast(({ outcome }) => outcome !== null)?.outcome ?? null,
    next_attempt_at: state === "waiting_retry" ? (moved?.dueAt ?? null) : null,
  };
};

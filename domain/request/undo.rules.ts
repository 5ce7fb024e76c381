/** An action can be undone for so long after it was confirmed. */
export const UNDO_WITHIN_HOURS = 24;

/** What is known of a request's action. */
export interface ActionFacts {
  decision: string | null;
  isCarriedOut: boolean;
  /** Its call is gone, or has failed. */
  hasFailed: boolean;
  hasCompensation: boolean;
}

/** Returns why an action cannot be undone; null: it can, within `UNDO_WITHIN_HOURS`. */
export const explainNoUndo = ({ decision, isCarriedOut, hasFailed, hasCompensation }: ActionFacts): string | null => {
  if (decision !== "confirmed") return "It was not confirmed, so nothing was done";
  if (!isCarriedOut) return "It is still being carried out; ask again in a moment";
  if (hasFailed) return "It failed, so nothing was done";
  return hasCompensation ? null : "The tool has no compensation: its effect cannot be undone";
};

export const UNDO_TOO_LATE = `It was confirmed more than ${UNDO_WITHIN_HOURS} hours ago`;

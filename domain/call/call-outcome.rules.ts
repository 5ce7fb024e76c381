/** How a call ended as its carrier tells it. */
export interface ToldEnd {
  outcome: string | null;
  optedOut: boolean;
}

/** What an agent that has talked in the call knows of its end; null: none has. */
export interface ConversationEnd {
  optedOut: boolean;
  /** The agent recognized a machine by itself. */
  wasMachine: boolean;
  /** A screening service or an automatic line was all that answered. */
  reachedNobody: boolean;
}

/**
 * Returns the outcome of a call: the carrier's, but an agent that has talked knows better who listened, and whether they opted out. A
 * call that only a screening service or a menu took is one that nobody answered.
 */
export const decideCallOutcome = (told: ToldEnd, conversation: ConversationEnd | null): string => {
  if (told.optedOut || conversation?.optedOut) return "opted_out";
  if (told.outcome !== "answered") return told.outcome ?? "unknown";
  if (conversation?.wasMachine) return "voicemail";
  return conversation?.reachedNobody ? "no_answer" : "answered";
};

/** The outcomes of calls that a person answered. */
export const ANSWERED_OUTCOMES: readonly string[] = ["answered", "opted_out"];

export const isAnswered = (outcome: string): boolean => ANSWERED_OUTCOMES.includes(outcome);

/** Tells whether a rule stopped the call before its carrier was asked. */
export const isBlocked = (outcome: string): boolean => outcome.startsWith("blocked_");

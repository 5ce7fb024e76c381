import { readDetection, wasAnsweredByMachine } from "../answerer/answered-by.rules.ts";

/** What comes of a call that its carrier was asked for. */
type DialledOutcome =
  | "answered"
  | "voicemail"
  | "no_answer"
  | "busy"
  | "rejected"
  | "invalid_number"
  | "failed"
  | "canceled"
  /** The person asked not to be called again. */
  | "opted_out"
  /** The carrier never told how it ended. */
  | "unknown";

/** What comes of a call that a rule stopped before. */
export type BlockedOutcome =
  | "blocked_dnc"
  | "blocked_consent"
  | "blocked_number_kind"
  | "blocked_rule"
  | "blocked_window"
  | "blocked_cap"
  | "blocked_budget"
  | "blocked_ended";

/** Everything that may come of a call. */
type CallOutcome = DialledOutcome | BlockedOutcome;

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

/** A conversation in a call, as its row tells it. */
export interface EndedConversation {
  direction: string;
  /** Null: nobody has told. */
  answeredBy: string | null;
  /** A person came to the line after a machine had answered. */
  personCame: boolean;
  endReason: string | null;
  optedOut: boolean;
}

const MACHINE_ENDINGS: ReadonlySet<string> = new Set(["voicemail_detected", "voicemail_left"]);
const CONCLUDED: ReadonlySet<string> = new Set(["agent_hangup", "call_transferred"]);

/** Reads what a conversation knows of the end of its call. */
export const readConversationEnd = (ended: EndedConversation): ConversationEnd => ({
  optedOut: ended.optedOut,
  wasMachine: MACHINE_ENDINGS.has(ended.endReason ?? ""),
  reachedNobody: ended.direction === "outbound" && isWithoutPerson(ended),
});

/** An agent that has come to its end in a menu has done there what it called for. */
const isWithoutPerson = ({ answeredBy, personCame, endReason }: EndedConversation): boolean =>
  !(answeredBy === "ivr" && CONCLUDED.has(endReason ?? "")) &&
  answeredBy !== "voicemail" &&
  wasAnsweredByMachine(readDetection(answeredBy), personCame);

/** The outcomes of calls that a person answered. */
const ANSWERED = ["answered", "opted_out"] as const satisfies CallOutcome[];
export const ANSWERED_OUTCOMES: readonly string[] = ANSWERED;

/** Outcomes of calls that a person or their phone ended; faults and refusals say nothing about the agent's version. */
export const TOLD_OUTCOMES: readonly string[] = [
  ...ANSWERED,
  "voicemail",
  "no_answer",
  "busy",
  "rejected",
] satisfies CallOutcome[];

export const isAnswered = (outcome: string): boolean => ANSWERED_OUTCOMES.includes(outcome);

/** Tells whether a rule stopped the call before its carrier was asked. */
export const isBlocked = (outcome: string): boolean => outcome.startsWith("blocked_");

/** Tells whether the end of a call says something of its person: one that was canceled, or that a rule stopped, was not dialled. */
export const wasDialled = (outcome: string): boolean => outcome !== "canceled" && !isBlocked(outcome);

import { NO_CONVERSATION } from "./no-conversation.rules.ts";

/** Why nobody talked to the caller of an incoming call. */
export const MISSED_CALL_REASONS = [
  "unknown_number",
  "inactive_number",
  "no_agent",
  "out_of_concurrency",
  "caller_hung_up",
  /** The platform could not take the call. */
  "unavailable",
] as const;
export type MissedCallReason = (typeof MISSED_CALL_REASONS)[number];

/** The number that rang; null: none of ours. */
export interface RungNumber {
  is_active: boolean;
  inbound_agent_id: number | null;
}

/** Returns why a ring at this number is missed whatever happens next; null: its agent may answer. */
export const findUnansweredReason = (number: RungNumber | null): MissedCallReason | null => {
  if (!number) return "unknown_number";
  if (!number.is_active) return "inactive_number";
  return number.inbound_agent_id === null ? "no_agent" : null;
};

/** The end of an incoming call. */
export interface IncomingEnd {
  endReason: string;
  /** By the carrier's report; null: it reported none. */
  wasAnswered: boolean | null;
  holdsConversation: boolean;
}

/** Returns why an incoming call that is over is missed: its caller gave up before anybody answered, or heard nothing. Null: it is not. */
export const findMissedReason = ({
  endReason,
  wasAnswered,
  holdsConversation,
}: IncomingEnd): MissedCallReason | null => {
  if (endReason === NO_CONVERSATION) return "unavailable";
  return (wasAnswered ?? holdsConversation) ? null : "caller_hung_up";
};

const NOBODY_THERE = "Nobody can take your call at the moment. Please call again later. Goodbye.";

const ANSWERS: Record<MissedCallReason, string | null> = {
  unknown_number: null,
  inactive_number: "This number is not in service. Goodbye.",
  no_agent: NOBODY_THERE,
  out_of_concurrency: "All our lines are busy at the moment. Please call again in a few minutes. Goodbye.",
  caller_hung_up: NOBODY_THERE,
  unavailable: NOBODY_THERE,
};

/** Returns what a caller hears whose call is not taken, in English; null: nothing. An unknown number is rejected silently. */
export const answerMissedCaller = (reason: MissedCallReason): string | null => ANSWERS[reason];

const EXPLAINED: Record<MissedCallReason, string> = {
  unknown_number: "the number is on no account of ours",
  inactive_number: "the number is not active",
  no_agent: "the number has no agent that takes calls",
  out_of_concurrency: "every line was taken",
  caller_hung_up: "the caller hung up before anybody answered",
  unavailable: "the call could not be taken",
};

/** Returns the end of a sentence that tells people of the organization why a call was missed. */
export const explainMissedCall = (reason: MissedCallReason): string => EXPLAINED[reason];

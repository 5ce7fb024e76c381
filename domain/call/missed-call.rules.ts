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

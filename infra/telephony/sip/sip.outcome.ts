import type { CarrierOutcome } from "../carrier.ts";

const OUTCOMES: Readonly<Record<number, CarrierOutcome>> = {
  404: "invalid_number",
  408: "no_answer",
  410: "invalid_number",
  480: "no_answer",
  484: "invalid_number",
  486: "busy",
  487: "canceled",
  600: "busy",
  603: "rejected",
  604: "invalid_number",
  607: "rejected",
  608: "rejected",
};

/** Returns the outcome of a call that the trunk refused with this status. 403 is a network's refusal, not a person's. */
export const toOutcomeOfStatus = (sipCode: number): CarrierOutcome => OUTCOMES[sipCode] ?? "failed";

export const UNAUTHORIZED = 401;
const AUTH_REFUSED =
  /max auth retry attempts|required auth, but no username or password was provided|no auth header in sip invite/;

/** Tells whether LiveKit gave up because of user name and password; it then does not report the trunk's answer. */
export const isAuthRefused = (message: string): boolean => AUTH_REFUSED.test(message);

/** Tells whether the trunk refused the account. */
export const isAccountRefused = (sipCode: number): boolean => sipCode === UNAUTHORIZED || sipCode === 407;

/**
 * Returns the outcome of a call that nobody answered, as far as LiveKit's room shows it, which keeps only these words of the
 * trunk's answer.
 */
export const toOutcomeOfLeaving = ({ reason, rang }: { reason: string; rang: boolean }): CarrierOutcome => {
  if (["PARTICIPANT_REMOVED", "ROOM_DELETED"].includes(reason)) return "canceled";
  if (reason === "USER_REJECTED") return "rejected";
  return rang && reason === "USER_UNAVAILABLE" ? "no_answer" : "failed";
};

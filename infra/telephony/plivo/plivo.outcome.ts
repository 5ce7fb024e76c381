import type { Detection } from "../../../domain/answerer/answered-by.rules.ts";
import type { CarrierOutcome } from "../carrier.ts";

/** The fields of an ended call at Plivo; each may be missing. */
export interface CallEnding {
  wasAnswered: boolean;
  answeredBy: Detection | null;
  /** Plivo's code of the cause, such as 3010. */
  causeCode?: string | undefined;
  /** `busy`, `no-answer` …; callbacks only. */
  status?: string | undefined;
  /** The telephone network's name of the cause, such as `USER_BUSY`; callbacks only. */
  causeName?: string | undefined;
}

const BY_CODE: Readonly<Record<string, CarrierOutcome>> = {
  // 1000: a request of ours ended it before the answer; 1010 and 1020 are ended by Plivo, and count as failures.
  1000: "canceled",
  2000: "invalid_number",
  3000: "no_answer",
  3010: "busy",
  3020: "rejected",
  // The ring time had passed.
  6010: "no_answer",
};

const BY_CAUSE_NAME: Readonly<Record<string, CarrierOutcome>> = {
  UNALLOCATED_NUMBER: "invalid_number",
  INVALID_NUMBER_FORMAT: "invalid_number",
  USER_BUSY: "busy",
  CALL_REJECTED: "rejected",
  NO_ANSWER: "no_answer",
  NO_USER_RESPONSE: "no_answer",
};

const BY_STATUS: Readonly<Record<string, CarrierOutcome>> = {
  busy: "busy",
  "no-answer": "no_answer",
  timeout: "no_answer",
  cancel: "canceled",
};

/**
 * Returns the outcome of an ended call from the most specific fact: Plivo's code, then the network's cause, then the
 * status.
 */
export const toOutcome = (ending: CallEnding): CarrierOutcome => {
  if (ending.wasAnswered) return ending.answeredBy === "voicemail" ? "voicemail" : "answered";
  return (
    BY_CODE[ending.causeCode ?? ""] ??
    BY_CAUSE_NAME[ending.causeName ?? ""] ??
    BY_STATUS[ending.status ?? ""] ??
    "failed"
  );
};

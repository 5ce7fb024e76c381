import type { CarrierOutcome } from "../carrier.ts";
import type { AnsweredBy } from "../../../domain/call/call-instructions.ts";

/** What Plivo says of a call that is over; each field may be missing. */
export interface CallEnding {
  wasAnswered: boolean;
  answeredBy: AnsweredBy | null;
  /** Plivo's own number of the cause, e.g. 3010. */
  causeCode?: string | undefined;
  /** `busy`, `no-answer` …; callbacks only. */
  status?: string | undefined;
  /** The telephone network's name of the cause, e.g. `USER_BUSY`; callbacks only. */
  causeName?: string | undefined;
}

const BY_CODE: Readonly<Record<string, CarrierOutcome>> = {
  // Ended by a request of ours before it was answered; 1010 and 1020 are Plivo's own doing, and failures.
  1000: "canceled",
  2000: "invalid_number",
  3000: "no_answer",
  3010: "busy",
  3020: "rejected",
  // The ring time was over.
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

/** How a finished call ended. What says most comes first: Plivo's code, the network's cause, the status. */
export const toOutcome = (ending: CallEnding): CarrierOutcome => {
  if (ending.wasAnswered) return ending.answeredBy === "machine" ? "voicemail" : "answered";
  return (
    BY_CODE[ending.causeCode ?? ""] ??
    BY_CAUSE_NAME[ending.causeName ?? ""] ??
    BY_STATUS[ending.status ?? ""] ??
    "failed"
  );
};

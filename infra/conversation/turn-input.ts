import type { AnsweredBy } from "../telephony/carrier.ts";

export type TransferResult = "answered" | "busy" | "no_answer" | "failed";

/** What brings a turn about. */
export type TurnInput =
  | { kind: "begin"; answeredBy: AnsweredBy | null }
  | { kind: "speech"; text: string }
  | { kind: "digits"; digits: string }
  | { kind: "silence" }
  | { kind: "machine" }
  | { kind: "transfer_ended"; outcome: TransferResult }
  | { kind: "time_up" };

import type { Detection } from "../answerer/answered-by.rules.ts";
import type { Voicemail } from "./conversation-settings.ts";

/**
 * `refused`: the number must not be called and was not dialled. `voicemail`, `declined` and `hung_up` come of warm transfers alone;
 * carriers report the other results.
 */
export const TRANSFER_RESULTS = [
  "answered",
  "busy",
  "no_answer",
  "failed",
  "refused",
  "voicemail",
  "declined",
  "hung_up",
] as const;
export type TransferResult = (typeof TRANSFER_RESULTS)[number];

/** What a carrier tells of a transfer. */
export type CarrierTransferResult = Extract<TransferResult, "answered" | "busy" | "no_answer" | "failed">;

/** The input that starts a turn. */
export type TurnInput =
  | { kind: "begin"; answeredBy: Detection | null }
  | { kind: "speech"; text: string }
  | { kind: "digits"; digits: string }
  | { kind: "silence" }
  /** Something that the agent waited for is settled; used in writing, where nobody has to say a word first. */
  | { kind: "news" }
  | { kind: "machine" }
  /** So much of what is still being said tells who has answered. `spokenMs`: for how long, without a pause. */
  | { kind: "answerer"; text: string; spokenMs: number }
  | { kind: "transfer_ended"; outcome: TransferResult }
  | { kind: "time_up" }
  /** Somebody who has taken the call over has this said to the person; `isSpoken`: they have said it themselves. */
  | { kind: "supervisor"; text: string; isSpoken?: boolean | undefined }
  /** They have let go of the call, or were lost. */
  | { kind: "handed_back" };

/** Tells whether only a machine listens to what the turn says. */
export const isForMachine = (input: TurnInput, { action }: Voicemail): boolean =>
  action !== "ignore" && (input.kind === "machine" || (input.kind === "begin" && input.answeredBy === "voicemail"));

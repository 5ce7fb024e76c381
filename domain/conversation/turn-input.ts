import type { AnsweredBy } from "../call/call-instructions.ts";
import type { Voicemail } from "./conversation-settings.ts";

/** `refused`: the number must not be called; nobody tried. The rest is told by carriers. */
export type TransferResult = "answered" | "busy" | "no_answer" | "failed" | "refused";

/** What brings a turn about. */
export type TurnInput =
  | { kind: "begin"; answeredBy: AnsweredBy | null }
  | { kind: "speech"; text: string }
  | { kind: "digits"; digits: string }
  | { kind: "silence" }
  /** Something that the agent waited for has been settled; in writing, where nobody has to say a word first. */
  | { kind: "news" }
  | { kind: "machine" }
  | { kind: "transfer_ended"; outcome: TransferResult }
  | { kind: "time_up" };

/** Whether nobody but a machine is there to listen to what the turn says. */
export const isForMachine = (input: TurnInput, { action }: Voicemail): boolean =>
  action !== "ignore" && (input.kind === "machine" || (input.kind === "begin" && input.answeredBy === "machine"));

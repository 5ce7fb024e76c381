import type { TransferResult, TurnInput } from "./turn-input.ts";

/** Returns the text of the person's side for the model; null: none. */
export const readPersonText = (input: TurnInput): string | null => {
  switch (input.kind) {
    case "speech":
      return input.text;
    case "digits":
      return `(pressed ${input.digits})`;
    case "transfer_ended":
      return toldOfTransfer(input.outcome);
    case "begin":
    case "silence":
    case "news":
    case "machine":
    case "answerer":
    case "time_up":
    case "supervisor":
    case "handed_back":
      return null;
  }
};

const toldOfTransfer = (outcome: TransferResult): string | null => {
  if (outcome === "answered") return null;
  const reason =
    outcome === "refused"
      ? "the number is on the do-not-call list, or its consent was withdrawn"
      : outcome.replaceAll("_", " ");
  return `(Nobody could be connected: ${reason}. The person is with you again.)`;
};

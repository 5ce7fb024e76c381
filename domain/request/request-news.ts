import { readText } from "../json/json-value.ts";
import type { RequestDecision, RequestKind, RequestState } from "./request.rules.ts";

/** The fields of a concluded request that its agent must know. */
export interface ConcludedRequest {
  id: number;
  kind: RequestKind;
  state: RequestState;
  decision: RequestDecision | null;
  words: string;
  answer: Readonly<Record<string, unknown>> | null;
  /** The result of the confirmed action, and of its undo. */
  action: string | null;
  undo: string | null;
}

/**
 * Returns what an agent is told of a concluded request, as an entry of the person; in parentheses, because the person
 * did not say it.
 */
export const describeConcludedRequest = (request: ConcludedRequest): string =>
  `(Request ${request.id}, "${request.words}": ${sentenceOf(request)})`;

/** Returns what an agent is told when a live call has waited long enough; the request stays open. */
export const describeLateRequest = ({ id, words }: Pick<ConcludedRequest, "id" | "words">): string =>
  `(Request ${id}, "${words}": nobody has answered yet. Tell the person what you announced for that case, and go on.)`;

const sentenceOf = ({ state, decision, answer, action, undo }: ConcludedRequest): string => {
  if (state === "expired") return "nobody answered in time.";
  switch (decision) {
    case "answered":
      return `your colleagues answered: ${readText(answer?.["text"]) || readText(answer?.["choice"])}`;
    case "confirmed":
      if (undo !== null) return `it was confirmed, and taken back afterwards (${undo}).`;
      return `it was confirmed and carried out: ${action ?? "nobody knows what became of it"}`;
    case "declined":
      return `it was declined.${noteOf(answer)} Do not do it, and do not propose it again unasked.`;
    case "published":
      return "the change was published.";
    case "discarded":
      return `the change was discarded.${noteOf(answer)}`;
    case "provided":
      return "the key was provided; it is stored where you cannot read it.";
    case null:
      return "it is over.";
  }
};

const noteOf = (answer: ConcludedRequest["answer"]): string => {
  const note = readText(answer?.["note"]);
  return note === "" ? "" : ` They note: ${note}`;
};

import type { ListedRequest } from "../api/routes.ts";
import { formatMoment } from "../words/format.ts";
import { words } from "../words/words.ts";

/** Returns a field of the request's subject, if it is a text. */
export const readSubjectText = ({ subject }: ListedRequest, field: string): string => {
  const value = subject[field];
  return typeof value === "string" ? value : "";
};

export const describeRequest = (request: ListedRequest): string => {
  switch (request.kind) {
    case "question":
      return readSubjectText(request, "text");
    case "action":
      return `${readSubjectText(request, "tool_name")}: ${readSubjectText(request, "summary")}`;
    case "edit":
      return readSubjectText(request, "reason");
    case "secret":
      return `${readSubjectText(request, "name")}. ${readSubjectText(request, "why")}`;
  }
};

export const listChoices = ({ subject }: ListedRequest): readonly string[] => {
  const { choices } = subject;
  return Array.isArray(choices) ? choices.filter((choice) => typeof choice === "string") : [];
};

/** Describes who decided what, and when; or that nobody did. */
export const describeOutcome = ({ state, decision, ...request }: ListedRequest): string => {
  if (state !== "settled") return words.inbox.ranOut(formatMoment(request.expires_at));
  const what = words.inbox.decided[decision ?? ""] ?? decision ?? "";
  const said = [request.answer?.["choice"], request.answer?.["text"], request.answer?.["note"]].filter(
    (each) => typeof each === "string",
  );
  const whole = said.length > 0 ? `${what} (${said.join(", ")})` : what;
  return words.inbox.by(whole, request.settled_by_name ?? words.inbox.someone, formatMoment(request.settled_at));
};

import type { ListedRequest } from "../api/routes.ts";
import { moment } from "../words/format.ts";
import { words } from "../words/words.ts";

/** Returns a field of the request's subject, if it is a text. */
export const textIn = ({ subject }: ListedRequest, field: string): string => {
  const value = subject[field];
  return typeof value === "string" ? value : "";
};

export const sentenceOf = (request: ListedRequest): string => {
  switch (request.kind) {
    case "question":
      return textIn(request, "text");
    case "action":
      return `${textIn(request, "tool_name")}: ${textIn(request, "summary")}`;
    case "edit":
      return textIn(request, "reason");
    case "secret":
      return `${textIn(request, "name")}. ${textIn(request, "why")}`;
  }
};

export const choicesOf = ({ subject }: ListedRequest): readonly string[] => {
  const { choices } = subject;
  return Array.isArray(choices) ? choices.filter((choice) => typeof choice === "string") : [];
};

/** Describes who decided what, and when; or that nobody did. */
export const outcomeOf = ({ state, decision, ...request }: ListedRequest): string => {
  if (state !== "settled") return words.inbox.ranOut(moment(request.expires_at));
  const what = words.inbox.decided[decision ?? ""] ?? decision ?? "";
  const said = [request.answer?.["choice"], request.answer?.["text"], request.answer?.["note"]].filter(
    (each) => typeof each === "string",
  );
  const whole = said.length > 0 ? `${what} (${said.join(", ")})` : what;
  return words.inbox.by(whole, request.settled_by_name ?? words.inbox.someone, moment(request.settled_at));
};

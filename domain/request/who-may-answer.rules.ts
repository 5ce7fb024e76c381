import { type MemberRole, rolesFrom } from "../access/member-role.rules.ts";
import type { RequestDecision, RequestKind, RequestState } from "./request.rules.ts";

/** Returns the roles that may answer: operators for questions and actions, admins for edits and keys. */
export const listRolesThatSettle = (kind: RequestKind): readonly MemberRole[] =>
  rolesFrom(kind === "edit" || kind === "secret" ? "admin" : "operator");

/** What requests of each kind are called. */
export const REQUEST_NAMES: Readonly<Record<RequestKind, string>> = {
  question: "Question",
  action: "Proposed action",
  edit: "Proposed edit",
  secret: "Request for a secret",
};

/** A request that is open no more. The first valid answer is the one that counts, and only in time. */
export interface ClosedRequest {
  kind: RequestKind;
  state: RequestState;
  decision: RequestDecision | null;
  settled_at: Date | null;
  expires_at: Date;
}

/** Returns why an answer comes too late. `who`: the person or program that was first; null: nobody was. */
export const explainLateAnswer = (
  { kind, state, decision, settled_at, expires_at }: ClosedRequest,
  who: string | null,
): { code: "request_expired" | "request_settled"; sentence: string } =>
  state !== "settled" || who === null
    ? {
        code: "request_expired",
        sentence: `${REQUEST_NAMES[kind]} expired at ${expires_at.toISOString()}: it can no longer be answered`,
      }
    : { code: "request_settled", sentence: `${who} was first: ${decision ?? "settled"} at ${sayWhen(settled_at)}` };

/** Returns why an action that was undone is not undone again. */
export const explainUndoneBefore = ({ undone_at }: { undone_at: Date | null }, who: string): string =>
  `${who} was first: undone at ${sayWhen(undone_at)}`;

const sayWhen = (at: Date | null): string => at?.toISOString() ?? "an earlier time";

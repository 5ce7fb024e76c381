import { type MemberRole, rolesFrom } from "../access/member-role.rules.ts";
import { DAY_SECONDS } from "../time/durations.rules.ts";

export type RequestKind = "question" | "action" | "edit" | "secret";
export type RequestState = "open" | "settled" | "expired";
export type RequestDecision = "answered" | "confirmed" | "declined" | "published" | "discarded" | "provided";
/** The agent's announced handling of an answer that comes after its call. */
export type RequestFollowUp = "call_back" | "message" | "nothing";

/** Returns the roles that may answer: operators for questions and actions, admins for edits and keys. */
export const listRolesThatSettle = (kind: RequestKind): readonly MemberRole[] =>
  rolesFrom(kind === "edit" || kind === "secret" ? "admin" : "operator");

/** The fields of a request that decide the next step. */
export interface RequestStanding {
  state: RequestState;
  decision: RequestDecision | null;
  /** By the database's clock. */
  isExpired: boolean;
  /** The confirmed action was carried out, with any result. */
  isCarriedOut: boolean;
  isUndoAsked: boolean;
  isUndoCarriedOut: boolean;
  /** The conversation that asked was told the answer, or is over. */
  isTold: boolean;
}

export type RequestStep = "wait" | "expire" | "carry_out" | "undo" | "tell" | "finish";

/** Returns the next step of a request; its row alone decides. */
export const decideRequestStep = (request: RequestStanding): RequestStep => {
  if (request.state === "open") return request.isExpired ? "expire" : "wait";
  if (request.decision === "confirmed" && !request.isCarriedOut) return "carry_out";
  if (request.isUndoAsked && !request.isUndoCarriedOut) return "undo";
  return request.isTold ? "finish" : "tell";
};

/** Requests for keys stay open for less than a day. */
const LONGEST_SECONDS: Record<RequestKind, number> = {
  question: DAY_SECONDS,
  action: DAY_SECONDS,
  edit: DAY_SECONDS,
  secret: 900,
};
const SHORTEST_SECONDS = 1;

/** Returns how long a request stays open: agents may ask for less than its kind allows. */
export const computeOpenSeconds = (kind: RequestKind, wanted?: number): number =>
  Math.min(Math.max(wanted ?? LONGEST_SECONDS[kind], SHORTEST_SECONDS), LONGEST_SECONDS[kind]);

/** In a live call the agent waits this long for an answer, while the conversation goes on, unless its step says otherwise. */
export const USUAL_WAIT_SECONDS = 20;

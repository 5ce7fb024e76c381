export const REQUEST_KINDS = ["question", "action", "edit", "secret"] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];
export const REQUEST_STATES = ["open", "settled", "expired"] as const;
export type RequestState = (typeof REQUEST_STATES)[number];
export type RequestDecision = "answered" | "confirmed" | "declined" | "published" | "discarded" | "provided";
/** The agent's announced handling of an answer that comes after its call. */
export type RequestFollowUp = "call_back" | "message" | "nothing";

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

/** The state of a request that nobody has answered. */
export const ANSWERABLE_STATE = "open" satisfies RequestState;

/** Tells whether an answer settles a request: while it is open and has not expired, even where nobody has stored yet that it has. */
export const isAnswerable = ({ state, isExpired }: Pick<RequestStanding, "state" | "isExpired">): boolean =>
  state === ANSWERABLE_STATE && !isExpired;

export type RequestStep = "wait" | "expire" | "carry_out" | "undo" | "tell" | "finish";

/** Returns the next step of a request; its row alone decides. */
export const decideRequestStep = (request: RequestStanding): RequestStep => {
  if (isAnswerable(request)) return "wait";
  if (request.state === ANSWERABLE_STATE) return "expire";
  if (request.decision === "confirmed" && !request.isCarriedOut) return "carry_out";
  if (request.isUndoAsked && !request.isUndoCarriedOut) return "undo";
  return request.isTold ? "finish" : "tell";
};

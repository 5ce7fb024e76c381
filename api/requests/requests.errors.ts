import { wasAnsweredBefore } from "../../domain/request/who-may-answer.rules.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { RequestRow } from "../../infra/postgres/request/request.entity.ts";
import { readActorName } from "../../infra/postgres/request/settle-request.ts";
import { conflict, HttpError, notFound } from "../http/http-error.ts";

const NAMES: Record<RequestRow["kind"], string> = {
  question: "Question",
  action: "Proposed action",
  edit: "Proposed edit",
  secret: "Request for a secret",
};

/** Somebody else, or an earlier try of the same request, was first. */
export class SettledBeforeError extends HttpError {
  readonly eventId: number;

  constructor(code: string, detail: string, eventId: number) {
    super(409, code, detail);
    this.eventId = eventId;
  }
}

export const requestNotFound = (kind: RequestRow["kind"]) => notFound(NAMES[kind]);

/** Says who was faster, or that the request has expired. */
export const tooLate = async (tx: OrganizationTransaction, row: RequestRow) => {
  const what = NAMES[row.kind];
  if (!wasAnsweredBefore(row)) {
    return conflict(
      "request_expired",
      `${what} expired at ${row.expires_at.toISOString()}: it can no longer be answered`,
    );
  }
  const who = await readActorName(tx, row.settled_by);
  const when = row.settled_at?.toISOString() ?? "an earlier time";
  return new SettledBeforeError(
    "request_settled",
    `${who} was first: ${row.decision ?? "settled"} at ${when}`,
    row.event_id,
  );
};

export const undoneBefore = async (tx: OrganizationTransaction, row: RequestRow) => {
  const who = row.undone_by === null ? "Somebody" : await readActorName(tx, row.undone_by);
  const when = row.undone_at?.toISOString() ?? "an earlier time";
  return new SettledBeforeError("action_undone", `${who} was first: undone at ${when}`, row.event_id);
};

export const draftMoved = () =>
  conflict("draft_moved", "The draft has changed since it was proposed: look at it, or discard the proposal");

export const draftFaulty = (fault: string) => conflict("draft_faulty", `The draft cannot be published: ${fault}`);

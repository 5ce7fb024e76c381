import { explainLateAnswer, explainUndoneBefore, REQUEST_NAMES } from "../../domain/request/who-may-answer.rules.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { RequestRow } from "../../infra/postgres/request/request.entity.ts";
import { readActorName } from "../../infra/postgres/request/settle-request.ts";
import { conflict, HttpError, notFound } from "../http/http-error.ts";

/** Somebody else, or an earlier try of the same request, was first. */
export class SettledBeforeError extends HttpError {
  readonly eventId: number;

  constructor(code: string, detail: string, eventId: number) {
    super(409, code, detail);
    this.eventId = eventId;
  }
}

export const requestNotFound = (kind: RequestRow["kind"]) => notFound(REQUEST_NAMES[kind]);

/** Says who was faster, or that the request has expired. */
export const tooLate = async (tx: OrganizationTransaction, row: RequestRow) => {
  const who = row.settled_by === null ? null : await readActorName(tx, row.settled_by);
  const { code, sentence } = explainLateAnswer(row, who);
  return code === "request_expired" ? conflict(code, sentence) : new SettledBeforeError(code, sentence, row.event_id);
};

export const undoneBefore = async (tx: OrganizationTransaction, row: RequestRow) => {
  const who = row.undone_by === null ? "Somebody" : await readActorName(tx, row.undone_by);
  return new SettledBeforeError("action_undone", explainUndoneBefore(row, who), row.event_id);
};

export const draftMoved = () =>
  conflict("draft_moved", "The draft has changed since it was proposed: look at it, or discard the proposal");

export const draftFaulty = (fault: string) => conflict("draft_faulty", `The draft cannot be published: ${fault}`);

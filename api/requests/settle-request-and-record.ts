import type { RequestDecision, RequestKind } from "../../domain/request/request.rules.ts";
import type { TimelineKind } from "../../domain/timeline/timeline-kinds.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { RequestRow } from "../../infra/postgres/request/request.entity.ts";
import { settleRequest } from "../../infra/postgres/request/settle-request.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requestNotFound, tooLate } from "./requests.errors.ts";
import { requireRunEnvironment } from "./require-run-environment.ts";

export interface Settlement {
  eventId: number;
  kind: RequestKind;
  decision: RequestDecision;
  /** The answer is stored with the row and in the event; it is never a secret. */
  answer: Record<string, unknown>;
  event: { kind: TimelineKind; summary: string };
}

/**
 * Settles a request and writes the event, in the caller's transaction, which a refusal rolls back; throws 404, 403 for a
 * sandbox key where a production run asks, or 409 that names who was first.
 */
export const settleRequestAndRecord = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { event, ...settlement }: Settlement,
): Promise<RequestRow> => {
  const settledBy = formatActor(context.actor);
  const settled = await settleRequest(tx, { ...settlement, settledBy });
  if (settled.kind === "missing") throw requestNotFound(settlement.kind);
  await requireRunEnvironment(context, tx, settled.request);
  if (settled.kind === "late") throw await tooLate(tx, settled.request);
  const { request } = settled;
  recordTimelineAtCommit(tx, {
    organizationId: request.organization_id,
    kind: event.kind,
    actor: settledBy,
    summary: event.summary,
    payload: { event_id: request.event_id, decision: settlement.decision, ...settlement.answer },
    agentId: request.agent_id,
    runId: request.run_id,
    channelId: request.folder_id,
    threadId: request.thread_id,
  });
  return request;
};

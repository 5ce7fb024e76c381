import type { z } from "zod";
import { confirmToolCall, undoAction } from "../../application/request/request-actions.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { RequestRow } from "../../infra/postgres/request/request.entity.ts";
import { readRequestWords } from "../../infra/postgres/request/request-progress.ts";
import { findRequest } from "../../infra/postgres/request/settle-request.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { conflict } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requestNotFound, undoneBefore } from "./requests.errors.ts";
import { presentRequest } from "./requests.presenter.ts";
import type { settleActionBody } from "./requests.schemas.ts";
import { requireRunEnvironment } from "./require-run-environment.ts";
import { settleAndSignal } from "./settle-and-signal.ts";
import { settleRequestAndRecord } from "./settle-request-and-record.ts";

type Body = z.output<typeof settleActionBody>;

/**
 * Confirms, declines or undoes what an agent proposed, each once. The row is written first; its workflow runs the
 * action, and a sweep repairs what a crash leaves in between.
 */
export const settleAction = async (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof settleActionBody }>,
) => {
  const row = await settleAndSignal(context, () =>
    context.inOrganization((tx) => (body.decision === "undo" ? undo(context, tx, body) : answer(context, tx, body))),
  );
  return presentRequest(row);
};

const answer = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { event_id: eventId, decision, note }: Body,
): Promise<RequestRow> => {
  const confirmed = decision === "confirm";
  const proposed = await findRequest(tx, { eventId, kind: "action" });
  const row = await settleRequestAndRecord(context, tx, {
    eventId,
    kind: "action",
    decision: confirmed ? "confirmed" : "declined",
    answer: note === undefined ? {} : { note },
    event: {
      kind: "action_settled",
      summary: `${confirmed ? "Confirmed" : "Declined"}: ${proposed ? readRequestWords(proposed) : "an action"}`,
    },
  });
  if (confirmed) await confirmToolCall(tx, row);
  context.keepAnswer(tx, presentRequest(row));
  return row;
};

const undo = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { event_id: eventId, note }: Body,
): Promise<RequestRow> => {
  const request = await findRequest(tx, { eventId, kind: "action" });
  if (!request) throw requestNotFound("action");
  await requireRunEnvironment(context, tx, request);
  const undoneBy = formatActor(context.actor);
  const undone = await undoAction(tx, request, { undoneBy, secrets: context.secrets });
  if (undone.kind === "impossible") throw conflict("action_not_undoable", undone.sentence);
  if (undone.kind === "undone") throw await undoneBefore(tx, undone.request);
  recordTimelineAtCommit(tx, {
    organizationId: request.organization_id,
    kind: "action_settled",
    actor: undoneBy,
    summary: `Taken back: ${readRequestWords(request)}`,
    payload: { event_id: eventId, decision: "undo", ...(note !== undefined && { note }) },
    agentId: request.agent_id,
    runId: request.run_id,
    channelId: request.folder_id,
    threadId: request.thread_id,
  });
  context.keepAnswer(tx, presentRequest(undone.request));
  return undone.request;
};

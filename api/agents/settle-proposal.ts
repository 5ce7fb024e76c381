import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { RequestRow } from "../../infra/postgres/request/request.entity.ts";
import { settleRequest } from "../../infra/postgres/request/settle-request.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";

/** Settles the proposal whose draft was published. Null: the proposal had expired and is not changed. */
export const settleProposal = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { event_id: eventId }: RequestRow,
): Promise<RequestRow | null> => {
  const settledBy = formatActor(context.actor);
  const decision = "published";
  const settled = await settleRequest(tx, { eventId, kind: "edit", decision, answer: {}, settledBy });
  if (settled.kind !== "settled") return null;
  const { request } = settled;
  recordTimelineAtCommit(tx, {
    organizationId: request.organization_id,
    kind: "edit_settled",
    actor: settledBy,
    summary: "The change was published",
    payload: { event_id: eventId, decision },
    agentId: request.agent_id,
    runId: request.run_id,
    channelId: request.folder_id,
    threadId: request.thread_id,
  });
  return request;
};

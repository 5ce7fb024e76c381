import { sql } from "kysely";
import { lockRequest, readRequestWords } from "../../infra/postgres/request/request-progress.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { RequestInput } from "../../workflows/request/request.contract.ts";
import type { ToolCallResult } from "../../workflows/tool.ports.ts";
import { runToolInShare, type ToolDependencies } from "./run-tool.ts";

/**
 * Runs a confirmed action, or its undo. Each is a row in `tool_calls` that is carried out once, also on repetition; the result is
 * stored once as well. Nobody waits for it, so it is retried while too many of its organization's requests are in progress.
 */
export const carryOutAction = async (
  deps: ToolDependencies,
  { organizationId, requestId, undo }: RequestInput & { undo: boolean },
): Promise<void> => {
  const row = await deps.database.inOrganization(organizationId, (tx) => lockRequest(tx, requestId));
  const toolCallId = undo ? row?.undo_call_id : row?.tool_call_id;
  const result: ToolCallResult = toolCallId
    ? await runToolInShare(deps, { organizationId, toolCallId })
    : { state: "failed" };
  await writeDown(deps, { organizationId, requestId, undo, result });
};

const SENTENCES: Record<ToolCallResult["state"], string> = {
  done: "was carried out",
  failed: "failed",
  unknown: "was sent, and its result is unknown",
};

const writeDown = (
  { database }: ToolDependencies,
  { organizationId, requestId, undo, result }: RequestInput & { undo: boolean; result: ToolCallResult },
): Promise<void> =>
  database.inOrganization(organizationId, async (tx) => {
    const row = await lockRequest(tx, requestId);
    if (!row || (undo ? row.undo_carried_out_at : row.carried_out_at) !== null) return;
    await tx
      .updateTable("requests")
      .set({ [undo ? "undo_carried_out_at" : "carried_out_at"]: sql<Date>`now()` })
      .where("id", "=", requestId)
      .execute();
    await recordTimeline(tx, {
      organizationId,
      kind: "action_settled",
      actor: row.agent_id === null ? "system" : `agent:${row.agent_id}`,
      summary: `${undo ? "The compensation" : "The action"} ${SENTENCES[result.state]}: ${readRequestWords(row)}`,
      payload: { event_id: row.event_id, [undo ? "compensation" : "action"]: result.state },
      agentId: row.agent_id,
      runId: row.run_id,
      channelId: row.folder_id,
      threadId: row.thread_id,
    });
  });

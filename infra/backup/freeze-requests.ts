import { sql } from "kysely";
import type { OrganizationTransaction } from "../postgres/database.ts";
import type { RequestRow } from "../postgres/request/request.entity.ts";
import { readRequestWords } from "../postgres/request/request-progress.ts";
import { recordTimeline } from "../postgres/timeline/timeline.repository.ts";

/** A question or an action that was put to people and had not reached its end when the backup was taken. */
export interface FrozenRequest {
  organizationId: number;
  eventId: number;
  kind: "question" | "action";
  /** The step that may have been taken since. */
  unknown: "answer" | "call back" | "message" | "action" | "undo";
}

const UNKNOWN = "restored from a backup: it is unknown whether it was carried out, so it is not carried out again";

/**
 * Ends every question and action with work left: an answer that is given again, or carried out again, may call a person
 * twice or book a table twice. Edits and keys go on, because they change nothing outside of the platform.
 */
export const endRequests = async (tx: OrganizationTransaction): Promise<FrozenRequest[]> => {
  const rows = await tx
    .selectFrom("requests")
    .selectAll()
    .where("finished_at", "is", null)
    .where("kind", "in", ["question", "action"])
    .orderBy("id")
    .execute();
  const held: FrozenRequest[] = [];
  for (const row of rows) {
    if (row.kind !== "question" && row.kind !== "action") continue;
    await endRequest(tx, row);
    const { organization_id: organizationId, event_id: eventId, kind } = row;
    held.push({ organizationId, eventId, kind, unknown: decideUnknownStep(row) });
  }
  return held;
};

const endRequest = async (tx: OrganizationTransaction, row: RequestRow): Promise<void> => {
  await endToolCalls(tx, row);
  await tx
    .updateTable("requests")
    .set({
      state: row.state === "open" ? "expired" : row.state,
      expires_at: sql<Date>`least(expires_at, now())`,
      carried_out_at: row.decision === "confirmed" ? sql<Date>`coalesce(carried_out_at, now())` : row.carried_out_at,
      undo_carried_out_at:
        row.undone_at === null ? row.undo_carried_out_at : sql<Date>`coalesce(undo_carried_out_at, now())`,
      told_at: sql<Date>`coalesce(told_at, now())`,
      finished_at: sql<Date>`now()`,
    })
    .where("id", "=", row.id)
    .execute();
  await recordTimeline(tx, {
    organizationId: row.organization_id,
    kind: "system",
    actor: "system",
    summary: `Ended because a backup was restored, as it is unknown what followed: ${readRequestWords(row)}`,
    payload: { event_id: row.event_id, event: "restored", kind: row.kind },
    agentId: row.agent_id,
    runId: row.run_id,
    channelId: row.folder_id,
    threadId: row.thread_id,
  });
};

/** Ends the calls of the action and of its undo, which may have been sent. */
const endToolCalls = async (
  tx: OrganizationTransaction,
  { tool_call_id, undo_call_id }: Pick<RequestRow, "tool_call_id" | "undo_call_id">,
): Promise<void> => {
  const uuids = [tool_call_id, undo_call_id].filter((uuid) => uuid !== null);
  if (uuids.length === 0) return;
  await tx
    .updateTable("tool_calls")
    .set({ state: "unknown", error: UNKNOWN, finished_at: sql<Date>`now()` })
    .where("uuid", "in", uuids)
    .where("state", "in", ["proposed", "requested", "running"])
    .execute();
};

const decideUnknownStep = (row: RequestRow): FrozenRequest["unknown"] => {
  if (row.undone_at !== null) return "undo";
  if (row.state !== "settled") return "answer";
  if (row.decision === "confirmed" && row.carried_out_at === null) return "action";
  return row.follow_up === "call_back" ? "call back" : "message";
};

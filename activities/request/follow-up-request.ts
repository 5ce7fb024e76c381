import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import type { RequestRow } from "../../infra/postgres/request/request.entity.ts";
import { lockRequest, markReported, readRequestWords } from "../../infra/postgres/request/request-progress.ts";
import { findThreadOfRun } from "../../infra/postgres/thread/threads.repository.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { WorkerDependencies } from "../dependencies.ts";

/** Carries out, once, what the agent announced for an answer after its call; an unanswered request needs nothing. */
export const followUpRequest = (
  { database }: WorkerDependencies,
  { request, run }: { request: RequestRow; run: CallRun },
) =>
  database.inOrganization(run.organization_id, async (tx) => {
    const row = await lockRequest(tx, request.id);
    if (!row || row.told_at !== null) return;
    await markReported(tx, row.id);
    const thread = await findThreadOfRun(tx, run.id);
    if (row.state !== "settled" || row.undone_at !== null || row.follow_up !== "message") return;
    await recordTimeline(tx, {
      organizationId: run.organization_id,
      kind: "message",
      actor: `agent:${run.agent_id}`,
      summary: `The call is over; its person was promised a message about: ${readRequestWords(row)}`,
      payload: { event_id: row.event_id, answer: row.answer, follow_up: row.follow_up },
      agentId: run.agent_id,
      channelId: row.folder_id,
      threadId: thread?.uuid ?? `run:${run.uuid}`,
    });
  });

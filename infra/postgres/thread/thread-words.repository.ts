import { sql } from "kysely";
import { MOST_FORMER_MESSAGES } from "../../../domain/thread/thread-limits.ts";
import { shortenSummary } from "../../../domain/timeline/shorten-summary.ts";
import type { CallRun } from "../call/call-run.entity.ts";
import type { OrganizationTransaction } from "../database.ts";
import { recordTimeline } from "../timeline/timeline.repository.ts";
import type { Thread } from "./thread.entity.ts";

interface AgentWords {
  run: Pick<CallRun, "id" | "organization_id" | "agent_id">;
  text: string;
  turnUuid: string;
  /** The message that is replied to. */
  replyTo?: number;
}

/** Writes an agent's words in a thread to the timeline, once for each turn; none when it says nothing. */
export const recordAgentWords = async (
  tx: OrganizationTransaction,
  thread: Thread,
  { run, text, turnUuid, replyTo }: AgentWords,
): Promise<void> => {
  if (text === "") return;
  const known = await tx
    .selectFrom("timeline_events")
    .select("id")
    .where("run_id", "=", run.id)
    .where("kind", "=", "message")
    .where(sql<string>`payload->>'turn'`, "=", turnUuid)
    .executeTakeFirst();
  if (known) return;
  await recordTimeline(tx, {
    organizationId: run.organization_id,
    kind: "message",
    actor: `agent:${run.agent_id}`,
    summary: shortenSummary(text),
    payload: { text, turn: turnUuid, ...(replyTo !== undefined && { reply_to: replyTo }) },
    agentId: run.agent_id,
    runId: run.id,
    threadId: thread.uuid,
    ...(thread.kind === "channel" && { channelId: thread.folder_id }),
  });
};

/**
 * Gives a new session in a thread the earlier messages: those of its own agent as the agent's words, those of other agents as words
 * of the other side. A session with words is not changed.
 */
export const seedFormerWords = async (
  tx: OrganizationTransaction,
  { thread, run, before }: { thread: Thread; run: AgentWords["run"]; before: number },
): Promise<void> => {
  const mine = `agent:${run.agent_id}`;
  await sql`
    insert into conversation_entries (organization_id, run_id, turn, speaker, text, node_id)
    select e.organization_id, ${run.id}::bigint, 0,
      case when e.actor = ${mine} then 'agent' else 'person' end,
      case when e.actor like 'agent:%' and e.actor <> ${mine}
        then coalesce(a.name, 'Another agent') || ': ' || coalesce(e.payload->>'text', e.summary)
        else coalesce(e.payload->>'text', e.summary) end,
      null
    from (
      select * from timeline_events
      where organization_id = ${run.organization_id} and thread_id = ${thread.uuid} and kind = 'message'
        and id < ${before}
      order by at desc, id desc limit ${MOST_FORMER_MESSAGES}
    ) e
    left join agents a on a.id = e.agent_id
    where not exists (select from conversation_entries c where c.run_id = ${run.id})
    order by e.at, e.id`.execute(tx);
};

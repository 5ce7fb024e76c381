import { sql } from "kysely";
import type { Asker } from "../../../domain/assistant/asker.ts";
import type { Database, OrganizationTransaction } from "../database.ts";
import type { ThreadReply } from "./thread-reply.entity.ts";

const UNANSWERED = ["waiting", "thinking"] as const;

type NewReply = Pick<
  ThreadReply,
  "organization_id" | "thread_id" | "event_id" | "agent_id" | "run_id" | "folder_id"
> & { asker: Asker | null };

/** Queues a reply to a message of a thread. */
export const addReply = async (tx: OrganizationTransaction, { asker, ...reply }: NewReply): Promise<void> => {
  await tx
    .insertInto("thread_replies")
    .values({ ...reply, asker: asker && { ...asker } })
    .execute();
};

/** Takes the oldest queued reply of a thread and marks it as running. Undefined: there is none. */
export const claimReply = (tx: OrganizationTransaction, threadId: number): Promise<ThreadReply | undefined> =>
  tx
    .updateTable("thread_replies")
    .set({ state: "thinking", started_at: sql<Date>`coalesce(started_at, clock_timestamp())` })
    .where("id", "=", (replies) =>
      replies
        .selectFrom("thread_replies")
        .select("id")
        .where("thread_id", "=", threadId)
        .where("state", "in", UNANSWERED)
        .orderBy("id")
        .limit(1),
    )
    .returningAll()
    .executeTakeFirst();

/** Moves the reply to another session, because the former one is over. */
export const moveReply = (tx: OrganizationTransaction, { id, runId }: { id: number; runId: number }) =>
  tx
    .updateTable("thread_replies")
    .set({ run_id: runId })
    .where("id", "=", id)
    .where("state", "=", "thinking")
    .returningAll()
    .executeTakeFirst();

/** Stores the text of a reply so far. A reply that is over is not changed. */
export const writeDraft = async (
  tx: OrganizationTransaction,
  { id, text }: { id: number; text: string },
): Promise<void> => {
  await tx
    .updateTable("thread_replies")
    .set({ text, updated_at: sql<Date>`clock_timestamp()` })
    .where("id", "=", id)
    .where("state", "=", "thinking")
    .execute();
};

/** Ends a reply, once; returns false when it was over before. */
export const endReply = async (
  tx: OrganizationTransaction,
  { id, ...end }: { id: number; state: "done" | "failed"; text?: string; error?: string },
): Promise<boolean> => {
  const now = sql<Date>`clock_timestamp()`;
  const { numUpdatedRows } = await tx
    .updateTable("thread_replies")
    .set({ ...end, ended_at: now, updated_at: now })
    .where("id", "=", id)
    .where("state", "in", UNANSWERED)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await forgetOriginal(tx, id);
  return numUpdatedRows > 0n;
};

/** The whole words of a text (SMS) were kept for this reply alone. */
const forgetOriginal = async (tx: OrganizationTransaction, replyId: number): Promise<void> => {
  await sql`
    update text_messages set original_sealed = null
    where original_sealed is not null and uuid = (
      select (e.payload->>'message_id')::uuid from thread_replies r join timeline_events e on e.id = r.event_id
      join threads t on t.id = r.thread_id and t.kind = 'texts' where r.id = ${replyId}
    )`.execute(tx);
};

export interface ReplyFilter {
  agentId?: number | undefined;
  channelId?: number | undefined;
  threadUuid?: string | undefined;
  assistantOnly: boolean;
}

/** Finds the running reply, or else the queued or last one. */
export const findLatestReply = async (tx: OrganizationTransaction, filter: ReplyFilter) =>
  (await repliesOf(tx, filter).where("r.state", "=", "thinking").orderBy("r.id").executeTakeFirst()) ??
  (await repliesOf(tx, filter).orderBy("r.id", "desc").executeTakeFirst());

const repliesOf = (tx: OrganizationTransaction, { agentId, channelId, threadUuid, assistantOnly }: ReplyFilter) =>
  tx
    .selectFrom("thread_replies as r")
    .innerJoin("threads as t", "t.id", "r.thread_id")
    .select(["r.id", "r.event_id", "r.agent_id", "r.state", "r.text", "r.error"])
    .select(["r.created_at", "r.started_at", "r.updated_at", "t.uuid as thread_uuid"])
    .$if(agentId !== undefined, (reply) => reply.where("r.agent_id", "=", agentId ?? 0))
    .$if(channelId !== undefined, (reply) => reply.where("r.folder_id", "=", channelId ?? 0))
    .$if(assistantOnly, (reply) => reply.where("r.agent_id", "is", null))
    .$if(threadUuid !== undefined, (reply) => reply.where("t.uuid", "=", threadUuid ?? ""))
    .limit(1);

export type LatestReply = NonNullable<Awaited<ReturnType<typeof findLatestReply>>>;

export interface UnansweredThread {
  id: number;
  organization_id: number;
}

/** Lists threads of every organization with a message that has waited this long for its reply. */
export const listUnansweredThreads = async (
  { withoutOrganization }: Database,
  { olderThanSeconds, afterId, limit }: { olderThanSeconds: number; afterId: number; limit: number },
): Promise<UnansweredThread[]> => {
  const { rows } = await sql<UnansweredThread>`
    select * from platform_unanswered_threads(make_interval(secs => ${olderThanSeconds}), ${afterId})
    limit ${limit}`.execute(withoutOrganization);
  return rows;
};

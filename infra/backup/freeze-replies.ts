import type { OrganizationTransaction } from "../postgres/database.ts";
import { endReplyUnanswered } from "../postgres/thread/end-reply-unanswered.ts";
import { findThread } from "../postgres/thread/threads.repository.ts";

/** A message in a thread that had no whole reply when the backup was taken. */
export interface FrozenReply {
  organizationId: number;
  /** The message. */
  eventId: number;
}

const SAYS =
  "A backup was restored; the reply, and what its tools did, may have come after the backup. Write another message";

/** Ends every reply that was due, because a reply may use tools again. */
export const endReplies = async (tx: OrganizationTransaction): Promise<FrozenReply[]> => {
  const replies = await tx
    .selectFrom("thread_replies")
    .selectAll()
    .where("state", "in", ["waiting", "thinking"])
    .orderBy("id")
    .execute();
  for (const reply of replies) {
    const thread = await findThread(tx, reply.thread_id);
    if (thread) await endReplyUnanswered(tx, { reply, thread, says: SAYS });
  }
  return replies.map(({ organization_id, event_id }) => ({ organizationId: organization_id, eventId: event_id }));
};

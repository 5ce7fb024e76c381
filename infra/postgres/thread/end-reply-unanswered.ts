import type { OrganizationTransaction } from "../database.ts";
import { recordTimeline } from "../timeline/timeline.repository.ts";
import { endReply } from "./replies.repository.ts";
import type { Thread } from "./thread.entity.ts";
import type { ThreadReply } from "./thread-reply.entity.ts";

/** Ends a reply without an answer, once, and writes the reason to its thread. */
export const endReplyUnanswered = async (
  tx: OrganizationTransaction,
  { reply, thread, says }: { reply: ThreadReply; thread: Thread; says: string },
): Promise<void> => {
  if (!(await endReply(tx, { id: reply.id, state: "failed", error: says }))) return;
  await recordTimeline(tx, {
    organizationId: reply.organization_id,
    kind: "system",
    actor: "system",
    summary: `A message got no reply: ${says.toLowerCase()}`,
    payload: { reply_to: reply.event_id },
    agentId: reply.agent_id,
    threadId: thread.uuid,
    ...(thread.kind === "channel" && { channelId: thread.folder_id }),
    assistant: thread.kind === "assistant",
    blocked: { reason: "no_reply", says, ways: ["Post the message again", "Ask another agent"] },
  });
};

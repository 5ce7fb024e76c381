import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { endReply, claimReply } from "../../infra/postgres/thread/replies.repository.ts";
import type { ThreadReply } from "../../infra/postgres/thread/thread-reply.entity.ts";
import type { Thread } from "../../infra/postgres/thread/thread.entity.ts";
import { findThread } from "../../infra/postgres/thread/threads.repository.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { ThreadInput } from "../../workflows/thread/thread.contract.ts";
import type { GivenUp } from "../../workflows/thread/thread.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";

const SAYS: Record<GivenUp, string> = {
  failed: "The reply failed too often and is not tried again; write another message",
  withdrawn: "Somebody has ended the reply by hand",
};

/** Ends the oldest due reply, or every one, without an answer, and writes that to the thread. */
export const giveUpReply = (
  { database }: Pick<WorkerDependencies, "database">,
  { organizationId, threadId, all, reason }: ThreadInput & { all: boolean; reason: GivenUp },
): Promise<void> =>
  database.inOrganization(organizationId, async (tx) => {
    const thread = await findThread(tx, threadId);
    if (!thread) return;
    for (let reply = await claimReply(tx, threadId); reply; reply = await claimReply(tx, threadId)) {
      await giveUp(tx, { reply, thread, says: SAYS[reason] });
      if (!all) return;
    }
  });

export const giveUp = async (
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

import { endReplyUnanswered } from "../../infra/postgres/thread/end-reply-unanswered.ts";
import { claimReply } from "../../infra/postgres/thread/replies.repository.ts";
import { findThread } from "../../infra/postgres/thread/threads.repository.ts";
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
      await endReplyUnanswered(tx, { reply, thread, says: SAYS[reason] });
      if (!all) return;
    }
  });

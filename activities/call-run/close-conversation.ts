import { findRun } from "../../infra/postgres/call/call-run.repository.ts";
import { endConversation } from "../../infra/postgres/conversation/end-conversation.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";

/**
 * Ends the conversation of a call that is over, where nobody has: from then on no process adds a word to it. Gives its
 * run; null: in this call nobody has talked.
 */
export const closeConversation = async (tx: OrganizationTransaction, runUuid: string): Promise<CallRun | null> => {
  const run = await findRun(tx, runUuid);
  if (!run) return null;
  const held = await tx.selectFrom("conversations").select("run_id").where("run_id", "=", run.id).executeTakeFirst();
  if (!held) return null;
  await endConversation(tx, { runId: run.id }, { reason: "user_hangup" });
  return run;
};

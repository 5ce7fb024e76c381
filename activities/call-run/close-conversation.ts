import { endConversation } from "../../application/conversation/end-conversation.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { findRun } from "../../infra/postgres/call/call-run.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";

/**
 * Ends the conversation of an ended call, if it is open, so that no process adds words. Returns its run; null: nobody
 * has talked in this call.
 */
export const closeConversation = async (tx: OrganizationTransaction, runUuid: string): Promise<CallRun | null> => {
  const run = await findRun(tx, runUuid);
  if (!run) return null;
  const held = await tx.selectFrom("conversations").select("run_id").where("run_id", "=", run.id).executeTakeFirst();
  if (!held) return null;
  await endConversation(tx, { runId: run.id }, { reason: "user_hangup" });
  return run;
};

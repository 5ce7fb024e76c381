import { Context } from "@temporalio/activity";
import { findRun } from "../../infra/postgres/call/call-run.repository.ts";
import { concludeConversation } from "../../infra/postgres/conversation/conclude-conversation.ts";
import { endConversation } from "../../infra/postgres/conversation/end-conversation.ts";
import type { CallRunInput } from "../../workflows/call-run/call-run.contract.ts";
import type { FollowUpResult } from "../../workflows/call-run/call-run.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";

/** A model that is away for so many tries leaves a call without conclusions. */
const LAST_TRY = 12;

/** Draws variables and disposition from the words of a call that is over; a conversation left open is ended before. */
export const concludeCall = async (
  deps: WorkerDependencies,
  { organizationId, runUuid }: CallRunInput,
): Promise<FollowUpResult> => {
  const hasTalked = await deps.database.inOrganization(organizationId, async (tx) => {
    const run = await findRun(tx, runUuid);
    const conversation =
      run && (await tx.selectFrom("conversations").select("run_id").where("run_id", "=", run.id).executeTakeFirst());
    if (conversation) await endConversation(tx, { runId: conversation.run_id }, { reason: "user_hangup" });
    return conversation !== undefined;
  });
  if (!hasTalked) return { kind: "done" };
  const isLastTry = Context.current().info.attempt >= LAST_TRY;
  await concludeConversation(deps, { organizationId, runUuid, isLastTry });
  return { kind: "done" };
};

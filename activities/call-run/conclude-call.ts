import { Context } from "@temporalio/activity";
import { concludeConversation } from "../../infra/postgres/conversation/conclude-conversation.ts";
import { findRun } from "../../infra/postgres/call/call-run.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { recordOutcome } from "../../infra/postgres/timeline/call-outcome.repository.ts";
import type { CallRunInput } from "../../workflows/call-run/call-run.contract.ts";
import type { FollowUpResult } from "../../workflows/call-run/call-run.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { closeConversation } from "./close-conversation.ts";

/** A model that is away for so many tries leaves a call without conclusions. */
const LAST_TRY = 12;

/** Draws variables and disposition from the words of a call that is over; a conversation left open is ended before. */
export const concludeCall = async (
  deps: WorkerDependencies,
  { organizationId, runUuid }: CallRunInput,
): Promise<FollowUpResult> => {
  const talk = await deps.database.inOrganization(organizationId, async (tx) => {
    const run = await closeConversation(tx, runUuid);
    if (!run) await concludeSilence(tx, runUuid);
    return run;
  });
  if (!talk) return { kind: "done" };
  const isLastTry = Context.current().info.attempt >= LAST_TRY;
  await concludeConversation(deps, { organizationId, runUuid, isLastTry });
  return { kind: "done" };
};

/** The line was picked up, and lost before anybody had talked. */
const concludeSilence = async (tx: OrganizationTransaction, runUuid: string): Promise<void> => {
  const run = await findRun(tx, runUuid);
  if (!run) return;
  const { outcome, disposition, gathered_context: variables } = run;
  await recordOutcome(tx, run, { outcome, disposition, variables });
};

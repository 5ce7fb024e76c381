import { Context } from "@temporalio/activity";
import { concludeConversation } from "../../application/conversation/conclude-conversation.ts";
import { followRun } from "../../application/journey/follow-run.ts";
import { settleModelUsage } from "../../application/model/settle-model-usage.ts";
import { MOST_CONCLUSION_TRIES } from "../../domain/model/reply-limits.ts";
import { findRun } from "../../infra/postgres/call/call-run.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { recordOutcome } from "../../infra/postgres/timeline/call-outcome.repository.ts";
import type { StepResult } from "../../workflows/after-conversation.ports.ts";
import type { CallRunInput } from "../../workflows/call-run/call-run.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { closeConversation } from "./close-conversation.ts";

/** Extracts variables and the disposition from an ended call; an open conversation is ended first. */
export const concludeCall = async (
  deps: WorkerDependencies,
  { organizationId, runUuid }: CallRunInput,
): Promise<StepResult> => {
  const talk = await deps.database.inOrganization(organizationId, async (tx) => {
    const run = await closeConversation(tx, runUuid);
    if (!run) await concludeSilence(deps, tx, runUuid);
    return run;
  });
  if (!talk) return { kind: "done" };
  const isLastTry = Context.current().info.attempt >= MOST_CONCLUSION_TRIES;
  await concludeConversation(deps, { organizationId, runUuid, isLastTry });
  await deps.database.inOrganization(organizationId, (tx) => settleModelUsage(tx, talk.id, deps));
  return { kind: "done" };
};

/** Concludes a call that was answered and lost before anybody had talked, and releases what budgets hold for its models. */
const concludeSilence = async (
  deps: WorkerDependencies,
  tx: OrganizationTransaction,
  runUuid: string,
): Promise<void> => {
  const run = await findRun(tx, runUuid);
  if (!run) return;
  const { outcome, disposition, gathered_context: variables } = run;
  await recordOutcome(tx, run, { outcome, disposition, variables });
  await followRun(tx, run, deps.clock.now());
  await settleModelUsage(tx, run.id, deps);
};

import { isCallOver } from "../../domain/call/call-states.rules.ts";
import { isSessionMode } from "../../domain/call/modes-and-channels.rules.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import { requireAgentToRun } from "../require-agent.ts";
import { runIsActive, runIsNoCall, runIsOver, runNotFound, runOfAnotherAgent } from "./calls.errors.ts";
import type { initiateCallBody } from "./calls.schemas.ts";
import { placeRun } from "./place-run.ts";

/** Dials with an agent's draft, where it has one: in a new run, or in one that was created before. */
export const initiateCall = async (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof initiateCallBody }>,
) => {
  const runId = body.workflow_run_id;
  const run = await placeRun(context, {
    findAgent: (tx) => requireAgentToRun(tx, body.workflow_id, "draft_or_published"),
    phoneNumber: body.phone_number,
    telephonyAccountId: body.telephony_configuration_id,
    fromPhoneNumberId: body.from_phone_number_id,
    ...(runId !== undefined && { findRun: (tx) => runToDialWith(context, tx, { runId, agentId: body.workflow_id }) }),
  });
  return { message: `Call initiated with run ${run.name}`, workflow_run_id: run.id };
};

const runToDialWith = async (
  { actor }: OperationContext,
  tx: OrganizationTransaction,
  { runId, agentId }: { runId: number; agentId: number },
): Promise<CallRun> => {
  const run = await tx.selectFrom("call_runs").selectAll().where("id", "=", runId).forUpdate().executeTakeFirst();
  if (!run) throw runNotFound();
  requireOwnEnvironment(actor, run, "run");
  if (run.agent_id !== agentId) throw runOfAnotherAgent();
  if (isCallOver(run)) throw runIsOver();
  if (run.campaign_id !== null || run.state !== "queued") throw runIsActive();
  if (isSessionMode(run.mode)) throw runIsNoCall(run.mode);
  return run;
};

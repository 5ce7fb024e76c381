import { sql } from "kysely";
import { DIAL_WITHIN_MINUTES } from "../../domain/call/call-plan.ts";
import { isCallOver } from "../../domain/call/call-states.rules.ts";
import { type FirstDecision, readFirstDecision } from "../../domain/call/first-decision.rules.ts";
import type { AgentToRun } from "../../infra/postgres/agent/agent-to-run.repository.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { queueRun } from "../../infra/postgres/call/run-transitions.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { DUPLICATE_AGENT, requireUsable } from "../http/require-production.ts";
import { blocked, callRefused, keyOfAnotherCall, noCapacity, runIsActive } from "./calls.errors.ts";
import { chooseAccountForCall } from "./dialling-account.ts";
import { readNumberToDial } from "./read-number-to-dial.ts";
import { identifyRun } from "./run-identity.ts";
import { startCallWorkflow } from "./start-call-workflow.ts";

export interface CallRequest {
  /** Throws when there is no such agent, or it may not be used now. */
  findAgent(tx: OrganizationTransaction): Promise<AgentToRun>;
  /** Undefined: the organization's test number is used. */
  phoneNumber: string | undefined;
  initialContext?: Record<string, unknown> | undefined;
  telephonyAccountId: number | undefined;
  fromPhoneNumberId: number | undefined;
  /** Returns the queued run to dial with, instead of a new one; throws when it cannot be used. */
  findRun?(tx: OrganizationTransaction): Promise<CallRun>;
}

/**
 * Places one call outside campaigns and answers when admission has decided. The row is written before the workflow
 * starts: a process that dies between them leaves a queued run that nobody dials. A repeated request with its
 * Idempotency-Key continues it; otherwise `cancelAbandonedRuns` cancels it. A call that is not handed to a carrier
 * within five minutes, by the database's clock, is canceled too.
 */
export const placeRun = async (context: OperationContext, request: CallRequest): Promise<CallRun> => {
  const run = await context.inOrganization((tx) => writeRun(context, tx, request));
  const decision = isCallOver(run) ? readFirstDecision(run) : await startCallWorkflow(context, run);
  requireInitiated(decision);
  return run;
};

const writeRun = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  request: CallRequest,
): Promise<CallRun> => {
  const { agent, version } = await request.findAgent(tx);
  requireUsable(context.actor, agent, DUPLICATE_AGENT);
  const number = await readNumberToDial(tx, request.phoneNumber);
  const { account, callerId } = await chooseAccountForCall(context, tx, request);
  const call = {
    telephony_configuration_id: account.id,
    environment: context.actor.environment,
    mode: account.provider,
    caller_number: callerId,
    called_number: number,
  };
  if (request.findRun) return dialWithRun(tx, await request.findRun(tx), call);
  return insertRun(context, tx, {
    ...call,
    agent_id: agent.id,
    agent_version_id: version.versionId,
    initial_context: { phone_number: number, ...request.initialContext },
  });
};

type Call = Pick<CallRun, "telephony_configuration_id" | "environment" | "mode" | "caller_number" | "called_number">;

/**
 * Dials with a queued run. One that is queued with the same number is being started, by an earlier sending of this request or at
 * this moment.
 */
const dialWithRun = async (tx: OrganizationTransaction, run: CallRun, call: Call): Promise<CallRun> => {
  if (run.called_number === call.called_number) return run;
  if (run.called_number !== null) throw runIsActive();
  return tx
    .updateTable("call_runs")
    .set({ ...call, dial_by: latestDialTime() })
    .where("id", "=", run.id)
    .returningAll()
    .executeTakeFirstOrThrow();
};

const insertRun = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  values: Call & Pick<CallRun, "agent_id" | "agent_version_id" | "initial_context">,
): Promise<CallRun> => {
  const { organizationId, userId } = context.actor;
  const { uuid, earlier } = await identifyRun(tx, context.requestUuid());
  const row = {
    ...values,
    uuid,
    organization_id: organizationId,
    name: nameOf(uuid),
    created_by: userId,
    dial_by: latestDialTime(),
  };
  const run = earlier ?? (await queueRun(tx, row));
  if (run.agent_id !== values.agent_id || run.called_number !== values.called_number) throw keyOfAnotherCall();
  return run;
};

const latestDialTime = () => sql<Date>`now() + make_interval(mins => ${DIAL_WITHIN_MINUTES})`;

const nameOf = (uuid: string): string => `WR-${uuid.slice(0, 8)}`;

const requireInitiated = (decision: FirstDecision): void => {
  switch (decision.kind) {
    case "initiated":
      return;
    case "blocked":
      throw blocked(decision.outcome, decision.sentence);
    case "refused":
      throw callRefused(decision.outcome, decision.sentence);
    case "no_capacity":
      throw noCapacity(decision.sentence, decision.retryAfterSeconds);
  }
};

import {
  isGrpcServiceError,
  ServiceError,
  WithStartWorkflowOperation,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from "@temporalio/client";
import { ApplicationFailure, WorkflowNotFoundError } from "@temporalio/common";
import { applyRehearsalCommand, type RehearsalCommand } from "../../domain/rehearsal/rehearsal.rules.ts";
import type { Rehearsal } from "../../infra/postgres/rehearsal/rehearsal.entity.ts";
import { DECIDED_WITHIN_MS } from "../../infra/temporal/deadlines.ts";
import { waitWhileReachable } from "../../infra/temporal/wait-while-reachable.ts";
import {
  REHEARSAL_COMMAND_REFUSED,
  rehearsalContract,
  rehearsalStartOptions,
  rehearsalUpdates,
} from "../../workflows/rehearsal/rehearsal.contract.ts";
import { unavailable } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { readRehearsalAnswer, requireRehearsal } from "./read-rehearsal-answer.ts";
import { recordRehearsalChange } from "./record-rehearsal-change.ts";
import { rehearsalCommandRefused } from "./rehearsals.errors.ts";
import type { rehearsalParams } from "./rehearsals.schemas.ts";
import { requireRehearsedAgent } from "./require-rehearsed-agent.ts";

type Input = OperationInput<{ params: typeof rehearsalParams }>;

/** Begins no further conversation; those under way are played to their end. */
export const pauseRehearsal = (context: OperationContext, input: Input) => commandRehearsal(context, input, "pause");
export const resumeRehearsal = (context: OperationContext, input: Input) => commandRehearsal(context, input, "resume");
/** Ends a rehearsal; conversations that have a result keep it. */
export const cancelRehearsal = (context: OperationContext, input: Input) => commandRehearsal(context, input, "cancel");

const DONE: Readonly<Record<RehearsalCommand, string>> = { pause: "paused", resume: "resumed", cancel: "canceled" };

/** The workflow carries the command out and writes the row; a lost workflow comes back with the command. */
const commandRehearsal = async (context: OperationContext, { params }: Input, command: RehearsalCommand) => {
  const row = await context.inOrganization(async (tx) => {
    await requireRehearsedAgent(context, tx, params.workflow_id);
    return requireRehearsal(tx, params);
  });
  const applied = applyRehearsalCommand(row.state, command);
  if ("refusal" in applied) throw rehearsalCommandRefused(applied.refusal);
  if (applied.state !== row.state) await send(context, row, command);
  return context.inOrganization(async (tx) => {
    const agent = await requireRehearsedAgent(context, tx, params.workflow_id);
    if (applied.state !== row.state) {
      const change = `has its rehearsal of version ${row.version_number} ${DONE[command]}`;
      recordRehearsalChange(context, tx, { agent, change, payload: { rehearsal_id: row.id } });
    }
    return readRehearsalAnswer(tx, await requireRehearsal(tx, params));
  });
};

const send = async (context: OperationContext, row: Rehearsal, command: RehearsalCommand): Promise<void> => {
  const { temporal } = context;
  const input = { organizationId: row.organization_id, rehearsalUuid: row.uuid };
  const update = () =>
    temporal.workflow.executeUpdateWithStart(rehearsalUpdates[command], {
      // The same update, however often it is sent.
      updateId: context.requestUuid(),
      startWorkflowOperation: new WithStartWorkflowOperation(
        rehearsalContract.type,
        rehearsalStartOptions({ ...input, agentId: row.agent_id }),
      ),
    });
  try {
    await temporal.withDeadline(Date.now() + DECIDED_WITHIN_MS, () =>
      waitWhileReachable(temporal, () => update().catch((error: unknown) => sendAgain(error, update))),
    );
  } catch (error) {
    throw answerFor(error);
  }
};

/** The workflow's task is done again where something else happened during it; the server then drops the command that it carried. */
const sendAgain = <T>(error: unknown, update: () => Promise<T>): Promise<T> => {
  if (!isGrpcServiceError(error) && !(error instanceof WorkflowNotFoundError)) throw error;
  return update();
};

const NOT_DECIDED = "The rehearsal has not answered yet: look at it, and send the command again";

const answerFor = (error: unknown): unknown => {
  if (error instanceof WorkflowUpdateFailedError && error.cause instanceof ApplicationFailure) {
    return error.cause.type === REHEARSAL_COMMAND_REFUSED ? rehearsalCommandRefused(error.cause.message) : error;
  }
  const isLate = error instanceof WorkflowUpdateRPCTimeoutOrCancelledError || error instanceof ServiceError;
  return isLate || isGrpcServiceError(error) ? unavailable(NOT_DECIDED, error) : error;
};

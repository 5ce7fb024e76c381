import {
  isGrpcServiceError,
  ServiceError,
  WithStartWorkflowOperation,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from "@temporalio/client";
import { ApplicationFailure, type UpdateDefinition, WorkflowNotFoundError } from "@temporalio/common";
import type { CampaignCommandName } from "../../domain/campaign/campaign-states.rules.ts";
import { decideCommand, isCampaignOver } from "../../domain/campaign/campaign-states.rules.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import { DECIDED_WITHIN_MS } from "../../infra/temporal/deadlines.ts";
import { endStuckWorkflow } from "../../infra/temporal/end-stuck-workflow.ts";
import { waitWhileReachable } from "../../infra/temporal/wait-while-reachable.ts";
import {
  COMMAND_REFUSED,
  campaignContract,
  campaignStartOptions,
  commandUpdates,
  type RedialCommand,
  type RedialResult,
  redialUpdate,
  type StateCommand,
} from "../../workflows/campaign/campaign.contract.ts";
import { HttpError } from "../http/http-error.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { commandRefused, notDecidedYet } from "./campaigns.errors.ts";

/** The workflow ended before it answered the update: its next run takes it. */
const CLOSED_MEANWHILE = "AcceptedUpdateCompletedWorkflow";

/** Sends a command to the campaign's workflow and waits for its decision. A refusal is 409, no answer 503. */
export const commandCampaign = async (
  context: OperationContext,
  campaign: Campaign,
  command: CampaignCommandName,
  done: Omit<StateCommand, "actor"> = {},
): Promise<void> => {
  // Drafts and finished campaigns have no workflow, and none is started only to refuse.
  if (campaign.state === "draft" || isCampaignOver(campaign.state)) {
    const decision = decideCommand(campaign.state, command);
    if (decision.kind === "refuse") throw commandRefused(decision.sentence);
    if (decision.kind === "holds") return;
  }
  const argument = { actor: formatActor(context.actor), ...done };
  // A repeated request is the same update, which the workflow carries out once; one that has changed the row is a new one.
  const updateId = done.hasChanged ? context.ids.uuid() : context.requestUuid();
  await updateCampaign(context, campaign, { update: commandUpdates[command], argument, updateId });
};

/** Sends a redial: the campaign's workflow is over, so a new run of it creates the child. */
export const commandRedial = (
  context: OperationContext,
  campaign: Campaign,
  command: Omit<RedialCommand, "actor">,
): Promise<RedialResult> =>
  updateCampaign(context, campaign, {
    update: redialUpdate,
    argument: { ...command, actor: formatActor(context.actor) },
    updateId: context.requestUuid(),
  });

interface CampaignUpdate<Result, Argument> {
  update: UpdateDefinition<Result, [Argument?]>;
  argument: Argument;
  updateId: string;
}

const updateCampaign = async <Result, Argument>(
  context: OperationContext,
  campaign: Campaign,
  { update, argument, updateId }: CampaignUpdate<Result, Argument>,
): Promise<Result> => {
  const { temporal } = context;
  const send = () =>
    temporal.workflow.executeUpdateWithStart(update, {
      args: [argument],
      updateId,
      // Starts a workflow when none is open: a lost one comes back with the next command.
      startWorkflowOperation: new WithStartWorkflowOperation(campaignContract.type, campaignStartOptions(campaign)),
    });
  try {
    return await temporal.withDeadline(Date.now() + DECIDED_WITHIN_MS, () =>
      waitWhileReachable(temporal, () => sendAgainIfClosed(send)),
    );
  } catch (error) {
    const answer = answerFor(error);
    if (answer instanceof HttpError && answer.status === 503) await terminateIfStuck(context, campaign);
    throw answer;
  }
};

/**
 * Terminates a workflow that can no longer answer, so that the repeated command finds a new run of it, also for a paused campaign.
 */
const terminateIfStuck = async (context: OperationContext, campaign: Campaign): Promise<void> => {
  const { workflowId } = campaignStartOptions(campaign);
  await endStuckWorkflow(context, workflowId).catch((err: unknown) => {
    context.logger.warn({ err, workflow_id: workflowId }, "it could not be seen whether the workflow is stuck");
  });
};

/** A workflow that ends at this moment cannot answer; a new run of it can. */
const sendAgainIfClosed = async <T>(send: () => Promise<T>): Promise<T> => {
  try {
    return await send();
  } catch (error) {
    const closedMeanwhile = error instanceof WorkflowNotFoundError || failureIn(error)?.type === CLOSED_MEANWHILE;
    if (!closedMeanwhile) throw error;
    return send();
  }
};

const answerFor = (error: unknown): unknown => {
  const failure = failureIn(error);
  if (failure?.type === COMMAND_REFUSED) return commandRefused(failure.message);
  if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError) return notDecidedYet(error);
  if (error instanceof ServiceError || isGrpcServiceError(error)) return notDecidedYet(error);
  return error;
};

const failureIn = (error: unknown): ApplicationFailure | null => {
  if (!(error instanceof WorkflowUpdateFailedError)) return null;
  for (let cause = error.cause; cause instanceof Error; cause = asError(cause.cause)) {
    if (cause instanceof ApplicationFailure) return cause;
  }
  return null;
};

const asError = (value: unknown): Error | undefined => (value instanceof Error ? value : undefined);

import { WithStartWorkflowOperation, WorkflowUpdateRPCTimeoutOrCancelledError } from "@temporalio/client";
import { WorkflowExecutionAlreadyStartedError } from "@temporalio/common";
import { type FirstDecision, readFirstDecision } from "../../domain/call/first-decision.rules.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { findRun } from "../../infra/postgres/call/call-run.repository.ts";
import { cancelQueuedCall } from "../../infra/postgres/call/unstarted-runs.repository.ts";
import { DECIDED_WITHIN_MS } from "../../infra/temporal/deadlines.ts";
import { waitWhileReachable } from "../../infra/temporal/wait-while-reachable.ts";
import {
  callRunContract,
  callRunStartOptions,
  firstDecisionUpdate,
} from "../../workflows/call-run/call-run.contract.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { notStarted } from "./calls.errors.ts";

const DESCRIBE_WITHIN_MS = 3000;

/**
 * Starts the workflow of a queued call and waits for its first decision. A started one that has not decided in time
 * continues, and counts as initiated. If it could not be started, its row is canceled before 503 is answered: should
 * its workflow exist after all, admission finds the row over and dials nobody.
 */
export const startCallWorkflow = async (context: OperationContext, run: CallRun): Promise<FirstDecision> => {
  const { temporal } = context;
  try {
    return await temporal.withDeadline(Date.now() + DECIDED_WITHIN_MS, () =>
      waitWhileReachable(temporal, () =>
        temporal.workflow.executeUpdateWithStart(firstDecisionUpdate, { startWorkflowOperation: startOperation(run) }),
      ),
    );
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return decisionInRow(context, run);
    const isLate = error instanceof WorkflowUpdateRPCTimeoutOrCancelledError;
    if (isLate && (await isStarted(context, run))) return { kind: "initiated" };
    return abandonStart(context, run, error);
  }
};

const addressOf = (run: CallRun) => ({ organizationId: run.organization_id, runUuid: run.uuid });

const startOperation = (run: CallRun) =>
  new WithStartWorkflowOperation(callRunContract.type, {
    ...callRunStartOptions(run),
    workflowIdConflictPolicy: "USE_EXISTING",
  });

const isStarted = async ({ temporal }: OperationContext, run: CallRun): Promise<boolean> => {
  const handle = temporal.workflow.getHandle(callRunContract.workflowId(addressOf(run)));
  try {
    await temporal.withDeadline(Date.now() + DESCRIBE_WITHIN_MS, () => handle.describe());
    return true;
  } catch {
    // The workflow does not exist, or nobody can tell: in either case the row decides.
    return false;
  }
};

const abandonStart = async (context: OperationContext, run: CallRun, cause: unknown): Promise<FirstDecision> => {
  const reason = "the workflow engine was not reachable";
  const now = await context.inOrganization((tx) => cancelQueuedCall(tx, run.uuid, reason));
  if (now?.end_reason === "not_started") throw notStarted(cause);
  return readFirstDecision(now ?? run);
};

/** Reads the decision of a workflow that is over already: an earlier sending of this request has started it. */
const decisionInRow = async (context: OperationContext, run: CallRun): Promise<FirstDecision> =>
  readFirstDecision((await context.inOrganization((tx) => findRun(tx, run.uuid))) ?? run);

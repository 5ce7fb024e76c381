import { WorkflowNotFoundError } from "@temporalio/common";
import { isCallOver } from "../../domain/call/call-states.rules.ts";
import { isSessionMode } from "../../domain/call/modes-and-channels.rules.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { cancelQueuedCall } from "../../infra/postgres/call/unstarted-runs.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { TAKEN_WITHIN_MS } from "../../infra/temporal/deadlines.ts";
import { waitWhileReachable } from "../../infra/temporal/wait-while-reachable.ts";
import { hangUpSignal } from "../../workflows/call-run/call-run.contract.ts";
import { buildRunWorkflowId } from "../../workflows/run-workflow.contract.ts";
import { endSessionSignal } from "../../workflows/session.contract.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireProduction } from "../http/require-production.ts";
import { runHasEnded, runHasNoWorkflow, runNotFound } from "./calls.errors.ts";
import type { runParams } from "./calls.schemas.ts";
import { openWorkflowLinks } from "./link-to-workflow.ts";
import { presentWholeRun } from "./present-whole-run.ts";

type Input = OperationInput<{ params: typeof runParams }>;

const REASON = "it was ended before it began";

/**
 * Ends a run: its workflow is signalled, hangs up at the carrier and writes the end. Repeating it changes nothing. A
 * run whose workflow was never started is canceled in its row, which admission reads before dialling.
 */
export const hangUpRun = async (context: OperationContext, { params }: Input) => {
  const run = await context.inOrganization((tx) => liveRun(tx, params));
  if (run.environment === "production" && !isSessionMode(run.mode)) requireProduction(context.actor, "end a real call");
  const isTold = await tellWorkflow(context, run);
  const links = await openWorkflowLinks(context);
  return context.inOrganization(async (tx) => {
    // A session is not dialled, so one that has not begun is canceled at once.
    const isDialled = isTold && !isSessionMode(run.mode);
    const now = isDialled ? await requestedRun(tx, params) : await cancelQueuedCall(tx, run.uuid, REASON);
    if (!now) throw runNotFound();
    if (!isTold && !isCallOver(now)) throw runHasNoWorkflow();
    recordTimelineAtCommit(tx, {
      organizationId: run.organization_id,
      kind: "system",
      actor: formatActor(context.actor),
      summary: `${run.name}: it was asked to end`,
      payload: { event: "hang_up_asked" },
      agentId: run.agent_id,
      runId: run.id,
    });
    return presentWholeRun(context, now, { tx, links });
  });
};

const requestedRun = async (tx: OrganizationTransaction, params: Input["params"]): Promise<CallRun> => {
  const run = await tx
    .selectFrom("call_runs")
    .selectAll()
    .where("id", "=", params.run_id)
    .where("agent_id", "=", params.workflow_id)
    .executeTakeFirst();
  if (!run) throw runNotFound();
  return run;
};

const liveRun = async (tx: OrganizationTransaction, params: Input["params"]): Promise<CallRun> => {
  const run = await requestedRun(tx, params);
  if (isCallOver(run)) throw runHasEnded(run.state);
  return run;
};

/** Signals the workflow; returns false when the run has no open one. */
const tellWorkflow = async ({ temporal }: OperationContext, run: CallRun): Promise<boolean> => {
  const signal = isSessionMode(run.mode) ? endSessionSignal : hangUpSignal;
  const handle = temporal.workflow.getHandle(buildRunWorkflowId(run));
  try {
    await temporal.withDeadline(Date.now() + TAKEN_WITHIN_MS, () =>
      waitWhileReachable(temporal, () => handle.signal(signal)),
    );
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
};

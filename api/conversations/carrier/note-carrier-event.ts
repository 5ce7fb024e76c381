import { WorkflowNotFoundError } from "@temporalio/common";
import { isOver, type Run, takeRun } from "../../../infra/postgres/call/call-run.repository.ts";
import { recordCarrierEvent } from "../../../infra/postgres/call/carrier-events.repository.ts";
import type { CarrierEvent } from "../../../infra/telephony/carrier.ts";
import { callRunContract, carrierEventSignal } from "../../../workflows/call-run/call-run.contract.ts";
import { leaveConversation } from "../leave-conversation.ts";
import type { OperationContext } from "../../http/operation-context.ts";

/** Carriers wait five seconds and more for an answer; after 503 they send again. */
const SIGNAL_WITHIN_MS = 4000;

/**
 * Keeps what a carrier has told of a call. Row first, then signal: when the signal is lost the carrier gets 503 and sends
 * again, and the workflow asks the carrier anyway. A repeated, late or reordered event changes nothing.
 */
export const noteCarrierEvent = async (
  context: OperationContext,
  { run, provider, event }: { run: Run; provider: string; event: CarrierEvent },
): Promise<void> => {
  const { endEventId, repeated, talkedTo } = await record(context, run, event);
  context.metrics.callbacks.inc({ provider, result: repeated ? "repeated" : "taken" });
  if (endEventId && talkedTo) await endConversation(context, talkedTo);
  if (endEventId) await tellWorkflow(context, run, endEventId);
};

interface Recorded {
  /** The event that ended the call, when the workflow has to be told of it: the first signal may have been lost. */
  endEventId: string | null;
  repeated: boolean;
  /** The run, when an agent has talked in it. */
  talkedTo: Run | null;
}

const record = (context: OperationContext, run: Run, event: CarrierEvent): Promise<Recorded> =>
  context.database.inOrganization(run.organization_id, async (tx) => {
    const current = await takeRun(tx, run.uuid);
    if (!current) return { endEventId: null, repeated: false, talkedTo: null };
    const { endEventId, repeated } = await recordCarrierEvent(tx, current, event);
    return {
      endEventId: isOver(current) ? null : endEventId,
      repeated,
      talkedTo: current.holds_conversation ? current : null,
    };
  });

/** Nothing more is said. What is left open after a fault is ended with the call's conclusions. */
const endConversation = async (context: OperationContext, run: Run): Promise<void> => {
  try {
    await leaveConversation(context, run);
  } catch (err) {
    context.logger.warn({ err, run_uuid: run.uuid }, "the conversation of a call that is over could not be ended yet");
  }
};

const tellWorkflow = async ({ temporal }: OperationContext, run: Run, endEventId: string) => {
  const workflowId = callRunContract.workflowId({ organizationId: run.organization_id, runUuid: run.uuid });
  try {
    await temporal.withDeadline(Date.now() + SIGNAL_WITHIN_MS, () =>
      temporal.workflow.getHandle(workflowId).signal(carrierEventSignal, endEventId),
    );
  } catch (error) {
    // The workflow is over: it has learnt the end by asking the carrier.
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
};

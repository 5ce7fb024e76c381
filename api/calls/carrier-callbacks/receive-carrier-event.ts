import { WorkflowNotFoundError } from "@temporalio/common";
import { isCallOver } from "../../../domain/call/call-states.rules.ts";
import { type FollowedRun, lockRuns } from "../../../infra/postgres/call/call-run.repository.ts";
import { type ReportedEvent, recordCarrierEvents } from "../../../infra/postgres/call/carrier-events.repository.ts";
import type { OrganizationTransaction } from "../../../infra/postgres/database.ts";
import { sendTogether, sendWithCommit } from "../../../infra/postgres/send-together.ts";
import { callRunContract, carrierEventSignal } from "../../../workflows/call-run/call-run.contract.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { leaveConversation } from "../leave-conversation.ts";

/** Carriers wait five seconds and more for an answer; after 503 they send again. */
const SIGNAL_WITHIN_MS = 4000;

/** The result of storing an event. */
export interface KeptEvent {
  /** The event that ended the call; it is set also for a repeated event, because the first signal may have been lost. */
  endEventId: string | null;
  repeated: boolean;
  /** The run, when an agent has talked in it. */
  talkedTo: FollowedRun | null;
}

/**
 * Stores a carrier's event about a call. The row is written before the signal: when the signal is lost the carrier gets
 * 503 and sends again, and the workflow asks the carrier anyway. A repeated, late or reordered event changes nothing.
 */
export const receiveCarrierEvent = async (
  context: OperationContext,
  { run, provider, event }: ReportedEvent & { provider: string },
): Promise<void> => {
  const [kept] = await context.database.inOrganization(run.organization_id, (tx) => storeEvents(tx, [{ run, event }]));
  if (kept) await signalCarrierEvent(context, { run, provider, kept });
};

/**
 * Stores events of calls, at most one of each, and ends the transaction with it. The rows are locked meanwhile, so that the
 * end of a call is ordered with the beginning of its conversation.
 */
export const storeEvents = async (
  tx: OrganizationTransaction,
  told: readonly ReportedEvent[],
): Promise<KeptEvent[]> => {
  if (told.length === 0) return [];
  const ids = told.map(({ run }) => run.id);
  // The first event of a call, and that of its recording, have more to write than themselves.
  const hasMore = ({ run, event }: ReportedEvent) => run.carrier_accepted_at === null || event.recording !== undefined;
  const send = told.some(hasMore) ? sendTogether : sendWithCommit;
  const [locked, recorded] = await send(tx, (tx) => [lockRuns(tx, ids), recordCarrierEvents(tx, told)]);
  const current = new Map(locked.map((run) => [run.id, run]));
  return recorded.map(({ endEventId, repeated }, at) => {
    const known = told[at]?.run;
    const run = known && { ...known, ...current.get(known.id) };
    return {
      endEventId: run && !isCallOver(run) ? endEventId : null,
      repeated,
      talkedTo: run?.holds_conversation ? run : null,
    };
  });
};

/** Carries out the consequences of a stored event. */
export const signalCarrierEvent = async (
  context: OperationContext,
  { run, provider, kept: { endEventId, repeated, talkedTo } }: { run: FollowedRun; provider: string; kept: KeptEvent },
): Promise<void> => {
  context.metrics.callbacks.inc({ provider, result: repeated ? "repeated" : "taken" });
  if (endEventId) context.expectedEnds.settle(run);
  if (endEventId && talkedTo) await endConversation(context, talkedTo);
  if (endEventId) await tellWorkflow(context, run, endEventId);
};

/** Ends the conversation. One that a fault leaves open is ended with the call's conclusions. */
const endConversation = async (context: OperationContext, run: FollowedRun): Promise<void> => {
  try {
    await leaveConversation(context, run);
  } catch (err) {
    context.logger.warn({ err, run_uuid: run.uuid }, "the conversation of a call that is over could not be ended yet");
  }
};

const tellWorkflow = async ({ temporal }: OperationContext, run: FollowedRun, endEventId: string) => {
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

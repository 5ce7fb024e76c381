import type { RequestRow } from "../../infra/postgres/request/request.entity.ts";
import { findUnfinished } from "../../infra/postgres/request/settle-request.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { signalRequestWorkflow } from "../signal-request-workflow.ts";
import { SettledBeforeError } from "./requests.errors.ts";

/**
 * Settles a request in the transaction of `settle`, then signals its workflow. A crash in between leaves a settled row whose
 * workflow waits: the repetition is refused and signals it again.
 */
export const settleAndSignal = async (
  context: OperationContext,
  settle: () => Promise<RequestRow>,
): Promise<RequestRow> => {
  try {
    const row = await settle();
    await signalRequestWorkflow(context, row);
    return row;
  } catch (error) {
    if (error instanceof SettledBeforeError) await signalAgain(context, { event_id: error.eventId });
    throw error;
  }
};

/** Signals the workflow again unless the request is finished: its first answer may have been stored just before a crash. */
export const signalAgain = async (
  context: OperationContext,
  { event_id: eventId }: { event_id: number },
): Promise<void> => {
  const row = await context.inOrganization((tx) => findUnfinished(tx, eventId));
  if (row) await signalRequestWorkflow(context, row);
};

import { WorkflowNotFoundError } from "@temporalio/common";
import { isOver, takeRun } from "../../infra/postgres/call/call-run.repository.ts";
import { recordCarrierEvent } from "../../infra/postgres/call/carrier-events.repository.ts";
import type { CarrierEvent } from "../../infra/telephony/carrier.ts";
import { callRunContract, carrierEventSignal } from "../../workflows/call-run/call-run.contract.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { type CallbackTarget, callbackRequestOf, findCallbackTarget } from "./callback-target.ts";
import type { callbackParams } from "./calls.schemas.ts";
import { refuseCallback } from "./refused-callbacks.ts";

/** Carriers wait five seconds and more for an answer; after 503 they send again. */
const SIGNAL_WITHIN_MS = 4000;

/**
 * Takes what a carrier tells of a call. Row first, then signal: when the signal is lost the carrier gets 503 and sends
 * again, and the workflow asks the carrier anyway. A repeated, late or reordered callback changes nothing.
 */
export const receiveStatus = async (
  context: OperationContext,
  { params, request }: OperationInput<typeof callbackParams, undefined, undefined>,
): Promise<undefined> => {
  const target = await findCallbackTarget(context, params);
  const verified = target.carrier.readCallback(target.credentials, callbackRequestOf(context, request));
  if (!verified.ok) {
    throw refuseCallback(context, { provider: params.provider, runUuid: target.run.uuid, reason: verified.reason });
  }
  const { endEventId, repeated } = await record(context, target, verified.event);
  context.metrics.callbacks.inc({ provider: params.provider, result: repeated ? "repeated" : "taken" });
  if (endEventId) await tellWorkflow(context, target, endEventId);
};

interface Recorded {
  /** The event that ended the call, when the workflow has to be told of it: the first signal may have been lost. */
  endEventId: string | null;
  repeated: boolean;
}

const record = (context: OperationContext, { run }: CallbackTarget, event: CarrierEvent): Promise<Recorded> =>
  context.database.inOrganization(run.organization_id, async (tx) => {
    const current = await takeRun(tx, run.uuid);
    if (!current) return { endEventId: null, repeated: false };
    const { endEventId, repeated } = await recordCarrierEvent(tx, current, event);
    return { endEventId: isOver(current) ? null : endEventId, repeated };
  });

const tellWorkflow = async ({ temporal }: OperationContext, { run }: CallbackTarget, endEventId: string) => {
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

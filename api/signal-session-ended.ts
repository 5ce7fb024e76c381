import { WorkflowNotFoundError } from "@temporalio/common";
import { TAKEN_WITHIN_MS } from "../infra/temporal/deadlines.ts";
import { endSessionSignal } from "../workflows/session.contract.ts";
import { textSessionContract } from "../workflows/text-session/text-session.contract.ts";
import type { ApiDependencies } from "./http/operation-context.ts";

/** Signals the workflow that the conversation has ended. If that fails, it notices at its next look. */
export const signalSessionEnded = async (
  { temporal, logger }: ApiDependencies,
  run: { organizationId: number; runUuid: string },
): Promise<void> => {
  try {
    await temporal.withDeadline(Date.now() + TAKEN_WITHIN_MS, () =>
      temporal.workflow.getHandle(textSessionContract.workflowId(run)).signal(endSessionSignal),
    );
  } catch (err) {
    if (err instanceof WorkflowNotFoundError) return;
    logger.warn(
      { err, run_uuid: run.runUuid },
      "a session's workflow could not be signalled its end; it will read it from the row",
    );
  }
};

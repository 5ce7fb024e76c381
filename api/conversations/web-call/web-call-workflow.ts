import { WorkflowNotFoundError } from "@temporalio/common";
import { TAKEN_WITHIN_MS } from "../../../infra/temporal/deadlines.ts";
import { endSessionSignal, type SessionAddress } from "../../../workflows/session.contract.ts";
import { webCallContract } from "../../../workflows/web-call/web-call.contract.ts";
import type { ApiDependencies } from "../../http/operation-context.ts";

/** Signals the workflow that the conversation has ended. If that fails, it notices at its next look. */
export const signalWebCallEnded = async (
  { temporal, logger }: Pick<ApiDependencies, "temporal" | "logger">,
  run: SessionAddress,
): Promise<void> => {
  try {
    await temporal.withDeadline(Date.now() + TAKEN_WITHIN_MS, () =>
      temporal.workflow.getHandle(webCallContract.workflowId(run)).signal(endSessionSignal),
    );
  } catch (err) {
    if (err instanceof WorkflowNotFoundError) return;
    logger.warn(
      { err, run_uuid: run.runUuid },
      "a web call's workflow could not be signalled its end; it will read it from the row",
    );
  }
};

import type { Client } from "@temporalio/client";
import { WorkflowNotFoundError } from "@temporalio/common";
import type { Logger } from "../logger.ts";

const END_WITHIN_MS = 5000;
/** Retries of a task wait longer each time, so these take more than a minute. */
const STUCK_AFTER_ATTEMPTS = 8;

/**
 * Terminates a workflow whose task has failed again and again: it can no longer do anything. For workflows that
 * continue from their rows when they are started again. Returns true when it was terminated.
 */
export const endStuckWorkflow = async (
  { temporal, logger }: { temporal: Client; logger: Logger },
  workflowId: string,
  { afterAttempts = STUCK_AFTER_ATTEMPTS } = {},
): Promise<boolean> => {
  const handle = temporal.workflow.getHandle(workflowId);
  try {
    return await temporal.withDeadline(Date.now() + END_WITHIN_MS, async () => {
      const { raw, runId } = await handle.describe();
      const attempts = raw.pendingWorkflowTask?.attempt ?? 0;
      if (attempts < afterAttempts) return false;
      // Terminates only this run: another process may have started the next one.
      const reason = `its task failed ${attempts} times; it is taken up again by its rows`;
      await temporal.workflow.getHandle(workflowId, runId).terminate(reason);
      logger.error({ workflow_id: workflowId, run_id: runId, attempts }, "a workflow was stuck and has been ended");
      return true;
    });
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
};

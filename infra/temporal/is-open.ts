import type { Client } from "@temporalio/client";
import { WorkflowNotFoundError } from "@temporalio/common";

const DESCRIBE_WITHIN_MS = 5000;

/**
 * Tells whether a workflow with this id is open: running, or paused in Temporal. Throws when Temporal does not answer.
 */
export const isOpen = async (temporal: Client, workflowId: string): Promise<boolean> => {
  try {
    const { status } = await temporal.withDeadline(Date.now() + DESCRIBE_WITHIN_MS, () =>
      temporal.workflow.getHandle(workflowId).describe(),
    );
    return status.name === "RUNNING" || status.name === "PAUSED";
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
};

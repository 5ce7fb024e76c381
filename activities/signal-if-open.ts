import type { Client } from "@temporalio/client";
import { type SignalDefinition, WorkflowNotFoundError } from "@temporalio/common";

/** Signals a workflow; one that has ended is ignored. */
export const signalIfOpen = async <Args extends unknown[]>(
  client: Client,
  workflowId: string,
  signal: SignalDefinition<Args>,
  ...args: Args
): Promise<boolean> => {
  try {
    await client.workflow.getHandle(workflowId).signal(signal, ...args);
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
};

import { type Client, isGrpcServiceError } from "@temporalio/client";

/** Of gRPC: it is gone already. */
const GONE_CODE = 5;

/**
 * Deletes the histories of all closed runs of a workflow, and what visibility says of them. The server carries it out afterwards.
 * Returns how many it was asked to delete.
 */
export const deleteExecutions = async (temporal: Client, workflowId: string): Promise<number> => {
  const { namespace } = temporal.options;
  let count = 0;
  const query = `WorkflowId = '${workflowId}' AND ExecutionStatus != 'Running'`;
  for await (const { runId } of temporal.workflow.list({ query })) {
    try {
      await temporal.workflowService.deleteWorkflowExecution({ namespace, workflowExecution: { workflowId, runId } });
      count += 1;
    } catch (error) {
      if (!isGrpcServiceError(error) || Number(error.code) !== GONE_CODE) throw error;
    }
  }
  return count;
};

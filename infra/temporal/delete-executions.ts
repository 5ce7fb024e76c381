import { type Client, isGrpcServiceError } from "@temporalio/client";

/** Of gRPC: it is gone already. */
const GONE_CODE = 5;

export interface ClosedExecution {
  workflowId: string;
  runId: string;
}

/** Lists the closed runs of a workflow. */
export const listClosedExecutions = async (temporal: Client, workflowId: string): Promise<ClosedExecution[]> => {
  const executions: ClosedExecution[] = [];
  const query = `WorkflowId = '${workflowId}' AND ExecutionStatus != 'Running'`;
  for await (const { runId } of temporal.workflow.list({ query })) executions.push({ workflowId, runId });
  return executions;
};

/** Deletes the history of a closed run, and what visibility says of it. The server carries it out afterwards. */
export const deleteExecution = async (temporal: Client, { workflowId, runId }: ClosedExecution): Promise<void> => {
  const { namespace } = temporal.options;
  try {
    await temporal.workflowService.deleteWorkflowExecution({ namespace, workflowExecution: { workflowId, runId } });
  } catch (error) {
    if (!isGrpcServiceError(error) || Number(error.code) !== GONE_CODE) throw error;
  }
};

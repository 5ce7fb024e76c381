import type { Client } from "@temporalio/client";

const WORKFLOWS_OF_A_PAGE = 1000;

/**
 * Lists the ids of running workflows of a type from the server's visibility. The list may be behind: for a missing id,
 * only the workflow itself tells whether it is closed (`isOpen`).
 */
export const listOpenWorkflows = async (temporal: Client, type: string): Promise<Set<string>> => {
  const query = `WorkflowType = '${type}' AND ExecutionStatus = 'Running'`;
  const ids = new Set<string>();
  for await (const { workflowId } of temporal.workflow.list({ query, pageSize: WORKFLOWS_OF_A_PAGE }))
    ids.add(workflowId);
  return ids;
};

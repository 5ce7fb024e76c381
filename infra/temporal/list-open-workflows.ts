import type { Client } from "@temporalio/client";

const PAGE_SIZE = 1000;

/**
 * Ids of the workflows of a type that are running, as the server's list knows them. The list may be behind: of one that
 * it lacks, only the workflow itself can say that it is closed (`isOpen`).
 */
export const listOpenWorkflows = async (temporal: Client, type: string): Promise<Set<string>> => {
  const query = `WorkflowType = '${type}' AND ExecutionStatus = 'Running'`;
  const ids = new Set<string>();
  for await (const { workflowId } of temporal.workflow.list({ query, pageSize: PAGE_SIZE })) ids.add(workflowId);
  return ids;
};

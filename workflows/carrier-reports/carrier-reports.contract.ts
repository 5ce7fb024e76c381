import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** An account at a carrier; null: it was deleted, and the price list decides. */
export interface CarrierReportsInput {
  organizationId: number;
  accountId: number | null;
}

export interface CarrierReportsResult {
  prices: number;
  recordings: number;
}

export const carrierReportsContract = {
  type: "carrierReports",
  taskQueue: WORKFLOW_QUEUE,
  // One at a time for each account, and another one whenever something is due.
  workflowIdReusePolicy: "ALLOW_DUPLICATE",
  workflowIdConflictPolicy: "FAIL",
  // Nobody waits for a price.
  priorityKey: 4,
  workflowId: ({ organizationId, accountId }: CarrierReportsInput) =>
    `org-${organizationId}/carrier-reports-${accountId ?? "deleted"}`,
} as const;

export const carrierReportsStartOptions = (input: CarrierReportsInput) => ({
  ...organizationStartOptions(carrierReportsContract, input, {
    summary: `Prices and recordings of account ${input.accountId ?? "(deleted)"} that came later than its calls' ends`,
  }),
  workflowIdConflictPolicy: carrierReportsContract.workflowIdConflictPolicy,
  // The server ends one that is stuck, and maintenance starts the next.
  workflowExecutionTimeout: "30 minutes" as const,
});

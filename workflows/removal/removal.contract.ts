import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** The input of one removal; which runs it takes stands in its row. */
export interface RemovalInput {
  organizationId: number;
  removalUuid: string;
}

export const removalContract = {
  type: "removal",
  taskQueue: WORKFLOW_QUEUE,
  // The rows that are left say how far a lost one came; it is started again by its id.
  workflowIdReusePolicy: "ALLOW_DUPLICATE",
  workflowId: ({ organizationId, removalUuid }: RemovalInput) => `org-${organizationId}/removal-${removalUuid}`,
} as const;

/** Returns the start options of a removal's workflow. */
export const removalStartOptions = (input: RemovalInput) =>
  organizationStartOptions(removalContract, input, { summary: `Removal ${input.removalUuid}` });

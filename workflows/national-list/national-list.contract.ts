import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** One national do-not-call list; everything else about it is in its row. */
export interface NationalListInput {
  organizationId: number;
  nationalListId: number;
}

export interface NationalListFigures {
  state: "pending" | "loading" | "in_force" | "replaced" | "removed" | "failed";
  numbers: number;
  invalid: number;
  /** A sentence, of failed ones. */
  error: string | null;
}

export const nationalListContract = {
  type: "nationalList",
  taskQueue: WORKFLOW_QUEUE,
  // Removing a list starts its workflow again, which goes by the row.
  workflowIdReusePolicy: "ALLOW_DUPLICATE",
  workflowId: ({ organizationId, nationalListId }: NationalListInput) =>
    `org-${organizationId}/national-list-${nationalListId}`,
} as const;

/** How the workflow of a list is started, to load it or to remove its numbers. */
export const nationalListStartOptions = (input: NationalListInput, summary: string) =>
  organizationStartOptions(nationalListContract, input, { summary });

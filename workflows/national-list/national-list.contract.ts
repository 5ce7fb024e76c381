import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** The input for one national do-not-call list; the rest is in its row. */
export interface NationalListInput {
  organizationId: number;
  nationalListId: number;
  /**
   * Set for the removal of a list, which may start while the list's loading is about to end: neither waits for the
   * other.
   */
  isRemoval?: boolean;
}

export interface NationalListFigures {
  state: "pending" | "loading" | "in_force" | "replaced" | "removed" | "failed";
  numbers: number;
  invalid: number;
  /** The reason as a sentence, for failed lists. */
  error: string | null;
}

export const nationalListContract = {
  type: "nationalList",
  taskQueue: WORKFLOW_QUEUE,
  workflowIdReusePolicy: "ALLOW_DUPLICATE",
  workflowId: ({ organizationId, nationalListId, isRemoval }: NationalListInput) =>
    `org-${organizationId}/national-list-${nationalListId}${isRemoval ? "/removal" : ""}`,
} as const;

/**
 * Returns the input for a list's row: its workflow loads the list, or removes the numbers of one that is no longer in
 * force.
 */
export const buildNationalListInput = (row: {
  organization_id: number;
  id: number;
  state: NationalListFigures["state"];
}): NationalListInput => ({
  organizationId: row.organization_id,
  nationalListId: row.id,
  ...(["replaced", "removed", "failed"].includes(row.state) && { isRemoval: true }),
});

/** Returns the start options of a list's workflow, to load it or to remove its numbers. */
export const nationalListStartOptions = (input: NationalListInput, source: string) =>
  organizationStartOptions(nationalListContract, input, {
    summary: `National do-not-call list ${source}${input.isRemoval ? ", removed" : ""}`,
  });

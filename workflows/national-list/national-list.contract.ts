import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** One national do-not-call list; everything else about it is in its row. */
export interface NationalListInput {
  organizationId: number;
  nationalListId: number;
  /** It was taken out of force, perhaps while its loading was still about to end: the two do not wait for each other. */
  isRemoval?: boolean;
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
  workflowIdReusePolicy: "ALLOW_DUPLICATE",
  workflowId: ({ organizationId, nationalListId, isRemoval }: NationalListInput) =>
    `org-${organizationId}/national-list-${nationalListId}${isRemoval ? "/removal" : ""}`,
} as const;

/** What the workflow of a list does by its row: it loads the list, or removes the numbers of one that binds no more. */
export const nationalListInput = (row: {
  organization_id: number;
  id: number;
  state: NationalListFigures["state"];
}): NationalListInput => ({
  organizationId: row.organization_id,
  nationalListId: row.id,
  ...(["replaced", "removed", "failed"].includes(row.state) && { isRemoval: true }),
});

/** How the workflow of a list is started, to load it or to remove its numbers. */
export const nationalListStartOptions = (input: NationalListInput, source: string) =>
  organizationStartOptions(nationalListContract, input, {
    summary: `National do-not-call list ${source}${input.isRemoval ? ", removed" : ""}`,
  });

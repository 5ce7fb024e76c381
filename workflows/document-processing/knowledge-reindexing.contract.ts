import { defineSignal } from "@temporalio/workflow";
import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

export interface ReindexingInput {
  organizationId: number;
}

export interface ReindexingResult {
  /** Documents that got vectors of the new model. */
  done: number;
  /** Documents that keep the ones before; their rows say why. */
  failed: number;
}

export const documentReindexingContract = {
  type: "knowledgeReindexing",
  taskQueue: WORKFLOW_QUEUE,
  // An organization has one at a time; the next change of the model is another run of it.
  workflowIdReusePolicy: "ALLOW_DUPLICATE",
  workflowId: ({ organizationId }: ReindexingInput) => `org-${organizationId}/knowledge-reindexing`,
} as const;

/** How the workflow that gives an organization's documents new vectors is started. */
export const documentReindexingStartOptions = (input: ReindexingInput) =>
  organizationStartOptions(documentReindexingContract, input, { summary: "New vectors for documents" });

/** The model was changed, maybe not for the first time: from the API, with every start. */
export const modelChangedSignal = defineSignal("model-changed");

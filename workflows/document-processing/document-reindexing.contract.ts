import { defineSignal } from "@temporalio/workflow";
import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

export interface ReindexingInput {
  organizationId: number;
}

export interface ReindexingResult {
  /** Documents with vectors of the new model. */
  done: number;
  /** Documents that keep their former vectors; their rows say why. */
  failed: number;
}

export const documentReindexingContract = {
  type: "knowledgeReindexing",
  taskQueue: WORKFLOW_QUEUE,
  // An organization has one run at a time; the next change of the model is another run.
  workflowIdReusePolicy: "ALLOW_DUPLICATE",
  workflowId: ({ organizationId }: ReindexingInput) => `org-${organizationId}/knowledge-reindexing`,
} as const;

/** Returns the start options of the workflow that makes new vectors for an organization's documents. */
export const documentReindexingStartOptions = (input: ReindexingInput) =>
  organizationStartOptions(documentReindexingContract, input, { summary: "New vectors for documents" });

/** Sent by the API with every start: the model was changed, perhaps again. */
export const modelChangedSignal = defineSignal("model-changed");

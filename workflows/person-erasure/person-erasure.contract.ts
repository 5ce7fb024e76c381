import { defineQuery } from "@temporalio/workflow";
import type { ErasureProgress } from "../../domain/privacy/erasure.rules.ts";
import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** The input of one erasure; who is erased is sealed in its row. */
export interface PersonErasureInput {
  organizationId: number;
  erasureUuid: string;
}

export const personErasureContract = {
  type: "personErasure",
  taskQueue: WORKFLOW_QUEUE,
  // The row says how far a lost one came; it is started again by its id.
  workflowIdReusePolicy: "ALLOW_DUPLICATE",
  workflowId: ({ organizationId, erasureUuid }: PersonErasureInput) => `org-${organizationId}/erasure-${erasureUuid}`,
} as const;

/** Returns the start options of an erasure's workflow. */
export const personErasureStartOptions = (input: PersonErasureInput) =>
  organizationStartOptions(personErasureContract, input, { summary: `Erasure ${input.erasureUuid}` });

export const erasureProgressQuery = defineQuery<ErasureProgress>("progress");

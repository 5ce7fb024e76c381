import { defineQuery, defineUpdate } from "@temporalio/workflow";
import type { HireProgress } from "../../domain/template/hire-progress.rules.ts";
import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** The input of one hire; template and answers are in its row. */
export interface TemplateHireInput {
  organizationId: number;
  hireUuid: string;
}

export type HiredAgent =
  | { kind: "hired"; agentId: number }
  /** The reason is in the row. */
  | { kind: "failed" };

export const templateHireContract = {
  type: "templateHire",
  taskQueue: WORKFLOW_QUEUE,
  // A repeated request or the sweep restarts a terminated hire.
  workflowIdReusePolicy: "ALLOW_DUPLICATE_FAILED_ONLY",
  workflowIdConflictPolicy: "USE_EXISTING",
  workflowId: ({ organizationId, hireUuid }: TemplateHireInput) => `org-${organizationId}/template-hire-${hireUuid}`,
} as const;

/** Returns the start options of a hire. */
export const templateHireStartOptions = (input: TemplateHireInput, { templateId }: { templateId: string }) => ({
  ...organizationStartOptions(templateHireContract, input, { summary: `Hires the agent ${templateId}` }),
  workflowIdConflictPolicy: templateHireContract.workflowIdConflictPolicy,
});

/** Returns when the agent exists; its parts may still be in progress. */
export const hiredAgentUpdate = defineUpdate<HiredAgent>("agent");
export const hireProgressQuery = defineQuery<HireProgress>("progress");

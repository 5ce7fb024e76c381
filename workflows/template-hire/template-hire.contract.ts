import { defineQuery, defineUpdate } from "@temporalio/workflow";
import type { HireProgress } from "../../domain/template/hire-progress.rules.ts";
import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** One agent that is hired: which template, and what it was told, is in its row. */
export interface TemplateHireInput {
  organizationId: number;
  hireUuid: string;
}

export type HiredAgent =
  | { kind: "hired"; agentId: number }
  /** Why is in the row. */
  | { kind: "failed" };

export const templateHireContract = {
  type: "templateHire",
  taskQueue: WORKFLOW_QUEUE,
  // One that was ended from outside is taken up again by whoever repeats the request, or by the sweep.
  workflowIdReusePolicy: "ALLOW_DUPLICATE_FAILED_ONLY",
  workflowIdConflictPolicy: "USE_EXISTING",
  workflowId: ({ organizationId, hireUuid }: TemplateHireInput) => `org-${organizationId}/template-hire-${hireUuid}`,
} as const;

/** How a hire is started. */
export const templateHireStartOptions = (input: TemplateHireInput, { templateId }: { templateId: string }) => ({
  ...organizationStartOptions(templateHireContract, input, { summary: `Hires the agent ${templateId}` }),
  workflowIdConflictPolicy: templateHireContract.workflowIdConflictPolicy,
});

/** Answers when the agent is there; what belongs to it may still be on its way. */
export const hiredAgentUpdate = defineUpdate<HiredAgent>("agent");
export const hireProgressQuery = defineQuery<HireProgress>("progress");

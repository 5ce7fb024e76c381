import type { SearchAttributePair, WorkflowIdReusePolicy } from "@temporalio/common";
import { organizationIdAttribute } from "./search-attributes.ts";

interface OrganizationContract<Input> {
  taskQueue: string;
  workflowIdReusePolicy: WorkflowIdReusePolicy;
  /** 1 to 5, where 1 comes first; 3 unless the contract says another one. */
  priorityKey?: number;
  workflowId(input: Input): string;
}

/** Temporal's own default. Every workflow gets it explicitly, because a child would inherit its parent's. */
export const USUAL_PRIORITY = 3;

interface WhatOperatorsSee {
  /** Shown in the Temporal UI: ids and file names, no personal data. */
  summary: string;
  /** Attributes besides the organization. */
  attributes?: readonly SearchAttributePair[];
}

/**
 * Returns the start options that all workflows of an organization share. Organizations share the workers fairly: one
 * with much work does not delay the others. Activities inherit the fairness key and the priority.
 */
export const organizationStartOptions = <Input extends { organizationId: number }>(
  contract: OrganizationContract<NoInfer<Input>>,
  input: Input,
  { summary, attributes = [] }: WhatOperatorsSee,
) => ({
  workflowId: contract.workflowId(input),
  taskQueue: contract.taskQueue,
  workflowIdReusePolicy: contract.workflowIdReusePolicy,
  args: [input] satisfies [Input],
  priority: { priorityKey: contract.priorityKey ?? USUAL_PRIORITY, fairnessKey: `org-${input.organizationId}` },
  staticSummary: summary,
  typedSearchAttributes: [{ key: organizationIdAttribute, value: input.organizationId }, ...attributes],
});

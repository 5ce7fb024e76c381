import type { SearchAttributePair, WorkflowIdReusePolicy } from "@temporalio/common";
import { organizationIdAttribute } from "./search-attributes.ts";

interface OrganizationContract<Input> {
  taskQueue: string;
  workflowIdReusePolicy: WorkflowIdReusePolicy;
  workflowId(input: Input): string;
}

interface WhatOperatorsSee {
  /** Shown in the Temporal UI: ids and file names, no personal data. */
  summary: string;
  /** Attributes besides the organization. */
  attributes?: readonly SearchAttributePair[];
}

/**
 * Returns the start options that all workflows of an organization share. Organizations share the workers fairly: one
 * with much work does not delay the others. Children and activities inherit the fairness key.
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
  priority: { fairnessKey: `org-${input.organizationId}` },
  staticSummary: summary,
  typedSearchAttributes: [{ key: organizationIdAttribute, value: input.organizationId }, ...attributes],
});

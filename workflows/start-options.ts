import type { SearchAttributePair, WorkflowIdReusePolicy } from "@temporalio/common";
import { organizationIdAttribute } from "./search-attributes.ts";

interface OrganizationContract<Input> {
  taskQueue: string;
  workflowIdReusePolicy: WorkflowIdReusePolicy;
  workflowId(input: Input): string;
}

interface WhatOperatorsSee {
  /** Shown in the Temporal UI: ids and names of files, nothing of people. */
  summary: string;
  /** Beside the organization. */
  attributes?: readonly SearchAttributePair[];
}

/**
 * What every start of an organization's workflow says. Organizations share a worker fleet fairly: one with much to do
 * does not keep the others waiting. Children and activities inherit the fairness key.
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

import {
  type Client,
  type SignalDefinition,
  type WorkflowIdReusePolicy,
  WorkflowExecutionAlreadyStartedError,
} from "@temporalio/client";
import { whileReachable } from "../../infra/temporal/while-reachable.ts";
import { fairnessOf } from "../../workflows/fairness.ts";
import { organizationIdAttribute } from "../../workflows/search-attributes.ts";

/** A workflow of one organization, about to be started. */
export interface WorkflowStart<Input extends { organizationId: number }> {
  contract: {
    type: string;
    taskQueue: string;
    workflowIdReusePolicy: WorkflowIdReusePolicy;
    workflowId(input: Input): string;
  };
  input: Input;
  /** Shown in the Temporal UI: ids and names of files, nothing of people. */
  summary: string;
}

/** A repeated start finds it there and changes nothing. Rejects with a `ServiceError` when Temporal is away. */
export const startOnce = async <Input extends { organizationId: number }>(
  temporal: Client,
  start: WorkflowStart<Input>,
): Promise<void> => {
  try {
    await whileReachable(temporal, () => temporal.workflow.start(start.contract.type, optionsOf(start)));
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
};

/** Starts it, and signals it or the one that runs: repeating it changes nothing. Rejects as `startOnce` does. */
export const startWithSignal = async <Input extends { organizationId: number }>(
  temporal: Client,
  start: WorkflowStart<Input>,
  signal: SignalDefinition,
): Promise<void> => {
  await whileReachable(temporal, () =>
    temporal.workflow.signalWithStart(start.contract.type, { ...optionsOf(start), signal, signalArgs: [] }),
  );
};

const optionsOf = <Input extends { organizationId: number }>({ contract, input, summary }: WorkflowStart<Input>) => ({
  taskQueue: contract.taskQueue,
  workflowId: contract.workflowId(input),
  workflowIdReusePolicy: contract.workflowIdReusePolicy,
  args: [input],
  priority: fairnessOf(input.organizationId),
  typedSearchAttributes: [{ key: organizationIdAttribute, value: input.organizationId }],
  staticSummary: summary,
});

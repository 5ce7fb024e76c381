import {
  type Client,
  type SignalDefinition,
  WorkflowExecutionAlreadyStartedError,
  type WorkflowStartOptions,
} from "@temporalio/client";
import { whileReachable } from "./while-reachable.ts";

/** What a contract's function of start options gives. */
type StartOptions = WorkflowStartOptions & { args: unknown[] };

/** False when it was started before: then nothing changes. */
export const startOnce = async (temporal: Client, type: string, options: StartOptions): Promise<boolean> => {
  try {
    await temporal.workflow.start(type, options);
    return true;
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
    throw error;
  }
};

/** The same for somebody who waits: rejects with a `ServiceError` soon after Temporal has gone away. */
export const startOncePromptly = (temporal: Client, type: string, options: StartOptions): Promise<boolean> =>
  whileReachable(temporal, () => startOnce(temporal, type, options));

/** Starts it, and signals it or the one that runs: repeating it changes nothing. Rejects as `startOncePromptly` does. */
export const startWithSignal = async (
  temporal: Client,
  type: string,
  { signal, ...options }: StartOptions & { signal: SignalDefinition },
): Promise<void> => {
  await whileReachable(temporal, () => temporal.workflow.signalWithStart(type, { ...options, signal, signalArgs: [] }));
};

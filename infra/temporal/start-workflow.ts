import {
  type Client,
  type SignalDefinition,
  WorkflowExecutionAlreadyStartedError,
  type WorkflowStartOptions,
} from "@temporalio/client";
import type { Logger } from "../logger.ts";
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

const PROMPTLY_MS = 10_000;

/** Starts it if Temporal is there, for work that goes on without it; maintenance finds what has no workflow. */
export const tryToStart = async (
  { temporal, logger }: { temporal: Client; logger: Logger },
  type: string,
  options: StartOptions,
): Promise<void> => {
  try {
    await temporal.withDeadline(Date.now() + PROMPTLY_MS, () => startOncePromptly(temporal, type, options));
  } catch (err) {
    logger.warn({ err, workflow_id: options.workflowId }, "it goes on without its workflow for now");
  }
};

/** Starts it, and signals it or the one that runs: repeating it changes nothing. Rejects as `startOncePromptly` does. */
export const startWithSignal = async (
  temporal: Client,
  type: string,
  { signal, ...options }: StartOptions & { signal: SignalDefinition },
): Promise<void> => {
  await whileReachable(temporal, () => temporal.workflow.signalWithStart(type, { ...options, signal, signalArgs: [] }));
};

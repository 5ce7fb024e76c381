import {
  type Client,
  type SignalDefinition,
  WorkflowExecutionAlreadyStartedError,
  type WorkflowStartOptions,
} from "@temporalio/client";
import type { Logger } from "../logger.ts";
import { waitWhileReachable } from "./wait-while-reachable.ts";

/** The result of a contract's function for start options. */
type StartOptions = WorkflowStartOptions & { args: unknown[] };

/** Starts a workflow; returns false when it was started before, without any change. */
export const startOnce = async (temporal: Client, type: string, options: StartOptions): Promise<boolean> => {
  try {
    await temporal.workflow.start(type, options);
    return true;
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
    throw error;
  }
};

/** Starts a workflow for a waiting caller: rejects with a `ServiceError` soon after Temporal is lost. */
export const startOncePromptly = (temporal: Client, type: string, options: StartOptions): Promise<boolean> =>
  waitWhileReachable(temporal, () => startOnce(temporal, type, options));

const PROMPTLY_MS = 10_000;

/**
 * Starts a workflow if Temporal is reachable, for work that continues without it; maintenance finds work without a
 * workflow.
 */
export const tryToStart = async (
  { temporal, logger }: { temporal: Client; logger: Logger },
  type: string,
  options: StartOptions,
): Promise<void> => {
  try {
    await temporal.withDeadline(Date.now() + PROMPTLY_MS, () => startOncePromptly(temporal, type, options));
  } catch (err) {
    logger.warn({ err, workflow_id: options.workflowId }, "it goes on; its workflow is started later");
  }
};

/**
 * Starts a workflow and signals it, or signals the running one: repeating it changes nothing. Rejects as
 * `startOncePromptly` does.
 */
export const startWithSignal = async (
  temporal: Client,
  type: string,
  { signal, ...options }: StartOptions & { signal: SignalDefinition },
): Promise<void> => {
  await waitWhileReachable(temporal, () =>
    temporal.workflow.signalWithStart(type, { ...options, signal, signalArgs: [] }),
  );
};

import { TAKEN_WITHIN_MS } from "../infra/temporal/deadlines.ts";
import { startWithSignal } from "../infra/temporal/start-workflow.ts";
import {
  messagePostedSignal,
  type ThreadToStart,
  threadContract,
  threadStartOptions,
} from "../workflows/thread/thread.contract.ts";
import type { ApiDependencies } from "./http/operation-context.ts";

/**
 * Signals the workflow of a thread that a message waits; an ended one is started again. When Temporal is not reachable,
 * a sweep does it.
 */
export const signalThreadWorkflow = async (
  { temporal, logger }: ApiDependencies,
  row: ThreadToStart,
): Promise<void> => {
  try {
    await temporal.withDeadline(Date.now() + TAKEN_WITHIN_MS, () =>
      startWithSignal(temporal, threadContract.type, { ...threadStartOptions(row), signal: messagePostedSignal }),
    );
  } catch (err) {
    logger.warn(
      { err, thread_id: row.id },
      "a thread's workflow could not be signalled a message; it is answered later",
    );
  }
};

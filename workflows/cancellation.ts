import { CancellationScope } from "@temporalio/workflow";

/**
 * Runs a workflow in a scope that a cancellation request from the Temporal UI or CLI does not end, because it must not
 * end before its rows do. The request calls `meaning`, once. Handlers that wait need `uncancelled` too.
 */
export const receiveCancellation = <T>(meaning: () => void, story: () => Promise<T>): Promise<T> => {
  CancellationScope.current().cancelRequested.catch(meaning);
  return runUncancellably(story);
};

/** Runs a handler uncancellably; otherwise its awaits would fail after a cancellation. */
export const runUncancellably = <T>(work: () => Promise<T>): Promise<T> => CancellationScope.nonCancellable(work);

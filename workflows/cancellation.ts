import { CancellationScope } from "@temporalio/workflow";

/**
 * Runs a workflow's story beyond the reach of a cancellation request from the Temporal UI or CLI: it must not end before
 * its rows do. The request is heard, once, as what its sender means. Handlers that wait need `uncancelled` too.
 */
export const hearCancellation = <T>(meaning: () => void, story: () => Promise<T>): Promise<T> => {
  CancellationScope.current().cancelRequested.catch(meaning);
  return uncancelled(story);
};

/** Runs a handler uncancellably: after a cancellation everything that it awaits would fail otherwise. */
export const uncancelled = <T>(work: () => Promise<T>): Promise<T> => CancellationScope.nonCancellable(work);

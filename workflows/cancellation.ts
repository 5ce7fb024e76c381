import { CancellationScope } from "@temporalio/workflow";

/**
 * Runs a workflow's story beyond the reach of a cancellation request from the Temporal UI or CLI: it must not end before
 * its rows do. The request is heard, once, as what its sender means. Handlers that wait need `uncancelled` too.
 */
export const hearCancellation = <T>(meaning: () => void, story: () => Promise<T>): Promise<T> => {
  CancellationScope.current().cancelRequested.catch(meaning);
  return uncancelled(story);
};

/** Messages are handled in the scope that a request cancels for good: what they wait for would fail from then on. */
export const uncancelled = <T>(work: () => Promise<T>): Promise<T> => CancellationScope.nonCancellable(work);

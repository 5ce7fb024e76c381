import { workflowInfo } from "@temporalio/workflow";

/** Well below a server's limit, so that a round that has begun still fits. */
const MAX_HISTORY_EVENTS = 1500;
/** A run on an older version of the workers goes on to the newer one after this many: it costs little then, and cannot circle. */
const EVENTS_BEFORE_NEWER_VERSION = 200;

/** Tells whether the run should end and continue as a new one with an empty history. */
export const shouldContinueAsNew = (): boolean => {
  const { continueAsNewSuggested, historyLength, targetWorkerDeploymentVersionChanged } = workflowInfo();
  return (
    continueAsNewSuggested ||
    historyLength > MAX_HISTORY_EVENTS ||
    (targetWorkerDeploymentVersionChanged && historyLength > EVENTS_BEFORE_NEWER_VERSION)
  );
};

/** The rounds that one history holds; each is about ten events. */
export const ROUNDS_OF_ONE_HISTORY = 100;

import { workflowInfo } from "@temporalio/workflow";

/** Well below a server's limit, so that a round that has begun still fits. */
const MAX_HISTORY_EVENTS = 1500;

/** Tells whether the run should end and continue as a new one with an empty history. */
export const shouldContinueAsNew = (): boolean =>
  workflowInfo().continueAsNewSuggested || workflowInfo().historyLength > MAX_HISTORY_EVENTS;

/** The rounds that one history holds; each is about ten events. */
export const ROUNDS_OF_ONE_HISTORY = 100;
